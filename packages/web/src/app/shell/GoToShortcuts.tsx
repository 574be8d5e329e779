import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { type Destination, destinationsOf } from '../navigation.ts'

export function GoToShortcuts() {
  const session = useSession()
  return destinationsOf(session).map((destination) => <GoTo key={destination.to} {...destination} />)
}

function GoTo({ to, label, letter }: Destination) {
  const navigate = useNavigate()
  useShortcut({ keys: `g ${letter}`, label, group: 'Go to' }, () => void navigate({ to }))
  return null
}
