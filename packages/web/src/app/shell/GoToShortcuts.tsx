import { useNavigate } from '@tanstack/react-router'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { type Destination, destinationsOf } from '../navigation.ts'
import { useSession } from '../session.ts'

export function GoToShortcuts() {
  const session = useSession()
  return destinationsOf(session).map((destination) => <GoTo key={destination.to} {...destination} />)
}

function GoTo({ to, label, letter }: Destination) {
  const navigate = useNavigate()
  useShortcut({ keys: `g ${letter}`, label, group: 'Go to' }, () => void navigate({ to }))
  return null
}
