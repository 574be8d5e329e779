/** The team and its members, for other features. */
export { findTeam, findUserByEmail, listMemberNames } from './team.repo.ts'
