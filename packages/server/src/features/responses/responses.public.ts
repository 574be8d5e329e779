/** What other features may use of responses: the way in, and the way to read them. */
export { type AnswerBlock, createListWriter, createValueWriter } from './answer-block.ts'
export {
  insertColumns,
  listColumns,
  listOptions,
  type SurveyColumn,
} from './columns.repo.ts'
export { countAnswers } from './count-answers.ts'
export { indexNotes } from './index-notes.job.ts'
export { listNotes } from './list-notes.ts'
export { getResponse, listResponses, listResponsesOf, type Response } from './list-responses.ts'
export { listMediaCells, listMediaCellsNamed } from './media-cells.repo.ts'
export { bound, createOptionBook, type OptionBook } from './option-book.ts'
export { createPartRows, type PartRows } from './part-rows.ts'
export { findRespondents, listAddressees, listNamedRespondents, listRespondents } from './respondents.repo.ts'
export { type ResponseFilter, scoreOptions } from './response-filter.ts'
export { lastPart, optionId, scoreNumber } from './response-id.ts'
export type { ResponseCursor } from './responses.repo.ts'
export { savePart } from './save-part.ts'
export { createSeenEmails, type SeenEmails } from './seen-emails.ts'
