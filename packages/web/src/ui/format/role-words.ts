import type { Session } from '@inlet/contract/workspace'

export const roleWords: Record<Session['user']['role'], string> = {
  0: 'Full seat: creates, imports and reads',
  2: 'Viewer: reads what is shared',
  3: 'Admin: everything of the team',
  4: 'Collaborator: imports and reads what is shared',
}

/** Only the name, for lists and choices. */
export const roleNames: Record<Session['user']['role'], string> = {
  3: 'Admin',
  0: 'Full seat',
  4: 'Collaborator',
  2: 'Viewer',
}
