/** Sessions and invitations, for other features. */
export { deleteLapsedInvitations } from './accounts.repo.ts'
export { inviteUser } from './invite-user.ts'
export { readLiveSession } from './session-life.ts'
export { deleteEndedSessions } from './sessions.repo.ts'
