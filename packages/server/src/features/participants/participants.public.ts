/** What other features may ask of the research panel. */
export { findLastPanelist, joinPanel } from './participants.repo.ts'
