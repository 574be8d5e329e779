/** Sessions, invitations and links sent by e-mail, for other features. */
export { resealUnsentLinks } from './account-mail.repo.ts'
export { deleteLapsedInvitations, findLiveUser, findProfile } from './accounts.repo.ts'
export { inviteUser } from './invite-user.ts'
export { readLiveSession } from './session-life.ts'
export { deleteEndedSessions } from './sessions.repo.ts'
