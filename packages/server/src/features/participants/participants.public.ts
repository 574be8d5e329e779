/** Participants, for other features. */
export { knownTo } from './participant-access.repo.ts'
export {
  deleteParticipants,
  deleteParticipantsOfSurvey,
  deleteStaleParticipants,
  findLastParticipant,
  renameParticipants,
  upsertParticipants,
} from './participants.repo.ts'
