/** What other features may ask of signing in. */
export { readLiveSession } from './session-life.ts'
export { deleteEndedSessions } from './sessions.repo.ts'
