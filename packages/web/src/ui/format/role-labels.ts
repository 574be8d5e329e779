import type { Session } from '@inlet/contract/workspace'

export const roleDescriptions: Record<Session['user']['role'], string> = {
  0: 'Editor: creates, imports and reads',
  2: 'Viewer: reads what is shared',
  3: 'Admin: full access to the team',
  4: 'Collaborator: imports and reads what is shared',
}

/** Role names without description. */
export const roleNames: Record<Session['user']['role'], string> = {
  3: 'Admin',
  0: 'Editor',
  4: 'Collaborator',
  2: 'Viewer',
}
