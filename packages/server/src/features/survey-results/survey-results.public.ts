/** Survey results, for other features. */
export { readFilter } from './filter-query.ts'
export { getSurveyOverview } from './get-survey-overview.ts'
export { listSurveyNotes } from './list-survey-notes.ts'
export { type OpenSurvey, openSurvey, requireSurvey } from './open-survey.ts'
export { viewResponses } from './response.view.ts'
export { csvHeader, csvLine, exportedQuestions } from './response-table.ts'
export {
  findMediaByKey,
  findSurvey,
  findSurveyVersion,
  listMedia,
  type MediaRow,
  type OpenMediaRow,
} from './survey-results.repo.ts'
