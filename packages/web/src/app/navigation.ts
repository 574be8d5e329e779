/** The pages in the rail, the palette and the shortcuts. Add an entry together with its route. */
import { roles, type Session } from '@inlet/contract/workspace'
import type { IconName } from '../ui/Icon.tsx'

export interface Destination {
  to: string
  label: string
  icon: IconName
  /** Pressed after `g`. */
  letter: string
  isFor?: (session: Session) => boolean
}

export const destinations: readonly Destination[] = [
  { to: '/projects', label: 'Projects', icon: 'projects', letter: 'p' },
  { to: '/imports', label: 'Imports', icon: 'imports', letter: 'i' },
  { to: '/panel', label: 'Panel', icon: 'panel', letter: 'r' },
  { to: '/search', label: 'Search', icon: 'search', letter: 's' },
  { to: '/developers/keys', label: 'API keys', icon: 'keys', letter: 'k' },
  {
    to: '/settings/team',
    label: 'Team',
    icon: 'team',
    letter: 't',
    isFor: ({ user }) => user.role === roles.admin,
  },
  {
    to: '/operator',
    label: 'Operator',
    icon: 'operator',
    letter: 'o',
    isFor: ({ is_operator: isOperator }) => isOperator,
  },
]

export const destinationsOf = (session: Session): Destination[] =>
  destinations.filter(({ isFor }) => isFor?.(session) ?? true)
