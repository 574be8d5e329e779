/** The pages in the sidebar, the command palette and the shortcuts. Add an entry together with its route. */
import { roles, type Session } from '@inlet/contract/workspace'
import type { IconName } from '../ui/Icon.tsx'

export interface Destination {
  to: string
  label: string
  icon: IconName
  /** The key pressed after `g`. */
  letter: string
  isFor?: (session: Session) => boolean
}

export const destinations: readonly Destination[] = [
  { to: '/projects', label: 'Projects', icon: 'projects', letter: 'p' },
  { to: '/imports', label: 'Imports', icon: 'imports', letter: 'i' },
  { to: '/participants', label: 'Participants', icon: 'panel', letter: 'r' },
  { to: '/search', label: 'Search', icon: 'search', letter: 's' },
  {
    to: '/trash',
    label: 'Trash',
    icon: 'trash',
    letter: 'd',
    isFor: ({ can_write: canWrite }) => canWrite,
  },
  { to: '/keys', label: 'API keys', icon: 'keys', letter: 'k' },
  { to: '/webhooks', label: 'Webhooks', icon: 'webhooks', letter: 'w' },
  {
    to: '/team',
    label: 'Team',
    icon: 'team',
    letter: 't',
    isFor: ({ user }) => user.role === roles.admin,
  },
  {
    to: '/system',
    label: 'System',
    icon: 'operator',
    letter: 'o',
    isFor: ({ is_operator: isOperator }) => isOperator,
  },
]

export const destinationsOf = (session: Session): Destination[] =>
  destinations.filter(({ isFor }) => isFor?.(session) ?? true)
