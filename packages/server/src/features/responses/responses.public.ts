/** Saving and reading responses, for other features. */
export { type AnswerBlock, createListWriter, createValueWriter } from './answer-block.ts'
export type { OptionCount, QuestionCounts } from './answer-counts.ts'
export { listPartSizes } from './blocks.repo.ts'
export {
  type ExplainedColumn,
  explainColumns,
  findLabels,
  insertColumns,
  listColumns,
  listHeaderCells,
  listOptions,
  type NewColumn,
  type RetypedColumn,
  replaceColumn,
  type SurveyColumn,
} from './columns.repo.ts'
export { countAnswers } from './count-answers.ts'
export type { CrossSide } from './cross-counts.ts'
export { crossTabulate } from './cross-tabulate.ts'
export { deleteSurveyContent, findPerson, findSurveysOf } from './erase.repo.ts'
export { eraseResponses } from './erase-responses.ts'
export { indexNotes } from './index-notes.job.ts'
export { listNotes, type Note } from './list-notes.ts'
export {
  getResponse,
  listResponses,
  listResponsesOf,
  type Response,
  readResponses,
} from './list-responses.ts'
export { isInParts, matchResponses } from './match-responses.ts'
export { listMediaCells, listMediaCellsNamed } from './media-cells.repo.ts'
export { bound, createOptionBook, type OptionBook } from './option-book.ts'
export { orderResponses } from './order-responses.ts'
export { createPartRows, type PartRows } from './part-rows.ts'
export { replacePart } from './replace-part.ts'
export {
  anonymizeRespondents,
  deleteAllRespondents,
  findPeople,
  findRespondents,
  listAddressees,
  listNamedRespondents,
  listNamelessRows,
  listRemovedIds,
  listRespondents,
  recordErasure,
} from './respondents.repo.ts'
export { isEmpty, type ResponseFilter, scoreOptions, shapeOf } from './response-filter.ts'
export { lastPart, numberOf, optionId, positionOf, scoreNumber, scoreOf } from './response-id.ts'
export type { ResponseCursor } from './responses.repo.ts'
export { createPartRestorer, restoreRespondents, UnexpectedResponse } from './restore-part.ts'
export { savePart } from './save-part.ts'
export { createSeenEmails, type SeenEmails } from './seen-emails.ts'
export type { ResponseSort } from './sort-responses.ts'
export { readStoredCells } from './stored-cells.ts'
export {
  readStoredColumns,
  readStoredResponses,
  restoreColumns,
  type StoredColumn,
  type StoredOption,
} from './stored-columns.repo.ts'
