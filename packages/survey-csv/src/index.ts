export { type ByteSource, type DecodedText, decodeBytes } from './encoding/decode.ts'
export { type DetectedEncoding, detectEncoding } from './encoding/detect-encoding.ts'
export type { SurveyEncoding } from './encoding/survey-encoding.ts'
export { type CsvErrorCode, type CsvPlace, type CsvProblem, SurveyCsvError } from './errors.ts'
export { columnPositions, compareHeaders, type HeaderComparison } from './header/compare-headers.ts'
export {
  detectHeaderRows,
  type HeaderRows,
  type KnownColumn,
  namesHeader,
  repeatedHeaderRows,
  type SurveyTool,
} from './header/header-rows.ts'
export { headerName, repairHeader } from './header/repair-header.ts'
export { type CsvLimits, defaultLimits } from './limits.ts'
export { type Delimiter, detectDelimiter } from './read/delimiter.ts'
export { type OpenSurveyOptions, openSurvey, type SurveyCsv } from './read/open-survey.ts'
export { readRows, type TextSource } from './read/read-rows.ts'
export {
  type CsvRow,
  maxSkippedRows,
  type SkippedRow,
  type SkippedRowCode,
  type SkippedRows,
} from './read/row-builder.ts'
export { writeRow } from './read/write-row.ts'
export { type SplitOptions, type SurveyPart, splitSurvey } from './split-survey.ts'
export { type ColumnType, columnTypes, type DecidedBy, type TypedColumn } from './typing/column-types.ts'
export { createRowSampler, type RowSampler } from './typing/sample-rows.ts'
export { impliedDateOrder, type TypeColumnsInput, typeColumns } from './typing/type-columns.ts'
export { createDateOrderVote, type DateOrder, type DateOrderVote, dateOrderOf } from './values/date-order.ts'
export {
  isBlank,
  parseEmail,
  parseName,
  parseNps,
  parseOpenEnded,
  parseSingleChoice,
} from './values/parse-cell.ts'
export { parseMultiChoice, parseRanking, type RankedAnswer } from './values/parse-choices.ts'
export { parseTimestamp } from './values/parse-timestamp.ts'
export type { Separator } from './values/separator.ts'
