/** What other features may use of responses: the way in, and the way to read them. */
export { type AnswerBlock, createListWriter, createValueWriter } from './answer-block.ts'
export {
  insertColumns,
  listColumns,
  listOptions,
  type SurveyColumn,
  type SurveyOption,
} from './columns.repo.ts'
export type { AnswerCounts, CountAnswers } from './count-answers.ts'
export { countAnswers } from './count-answers.ts'
export { indexNotes } from './index-notes.job.ts'
export { listMediaCells, listMediaCellsNamed } from './media-cells.repo.ts'
export { bound, createOptionBook, type OptionBook } from './option-book.ts'
export { createPartRows, type PartRows } from './part-rows.ts'
export { findRespondents, listAddressees, listNamedRespondents } from './respondents.repo.ts'
export { lastPart, optionId, scoreNumber } from './response-id.ts'
export { savePart } from './save-part.ts'
