/** The column types and the result of typing a column. */
import type { DateOrder } from '../values/date-order.ts'
import type { Separator } from '../values/separator.ts'

export const columnTypes = [
  'Name',
  'Email',
  'Timestamp',
  'Open-ended',
  'Single choice',
  'Multi choice',
  'NPS',
  'Ranking',
  'MEDIA_RESPONSE',
  'Do nothing',
] as const
export type ColumnType = (typeof columnTypes)[number]

export type Suggestion = {
  readonly type: ColumnType
  /** 1 for a mapping; 0.9 or more only from the classifier. */
  readonly confidence: number
  /** A short sentence for the user. */
  readonly reason: string
}

/** The step that decided the type; `heuristic` means by content. */
export type DecidedBy = 'mapping' | 'classifier' | 'heuristic' | 'default'

export type TypedColumn = Suggestion & {
  readonly name: string
  readonly decidedBy: DecidedBy
  /** For choice and ranking columns: the options in the sample, most frequent first. */
  readonly options?: readonly string[]
  /** For Multi choice and Ranking: separates the answers in a cell; absent if cells have one answer each. */
  readonly separator?: Separator
  /** For Timestamp only. */
  readonly dateOrder?: DateOrder
}
