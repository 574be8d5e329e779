/** Participants, for other features. */
export { knownTo } from './participant-access.repo.ts'
export {
  listActivity,
  listParticipants,
  type ParticipantRow,
} from './participant-list.repo.ts'
export { namedParticipants } from './participant-names.repo.ts'
export {
  deleteParticipants,
  deleteParticipantsOfSurvey,
  deleteStaleParticipants,
  listAddressesOf,
  renameParticipants,
} from './participant-removals.repo.ts'
export {
  findLastParticipant,
  type RestoredParticipant,
  restoreAddresses,
  restoreParticipantLinks,
  restoreParticipants,
  upsertParticipants,
} from './participants.repo.ts'
export { findKeptParticipant } from './read-participants.ts'
