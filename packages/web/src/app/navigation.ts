/** The pages in the rail, the palette and the shortcuts. Add an entry together with its route. */
import type { Session } from '@inlet/contract/workspace'
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
]

export const destinationsOf = (session: Session): Destination[] =>
  destinations.filter(({ isFor }) => isFor?.(session) ?? true)
