/** The team and its members, for other features. */
export { mergeSurveyStorage } from './storage.repo.ts'
export {
  type QuotaConfig,
  requireFreeStorage,
  requireStorageFor,
  requireWithinQuota,
} from './storage-quota.ts'
export { findTeam, findUserByEmail, listMemberNames } from './team.repo.ts'
