/** What other features may ask of the research panel. */
export { deletePanelists, deletePanelistsOfSurvey, findLastPanelist, joinPanel } from './participants.repo.ts'
