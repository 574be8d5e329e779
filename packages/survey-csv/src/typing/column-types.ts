/** What a column may become, and what is said about it. */
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
  /** 1 for a mapping; at least 0.9 only for what the classifier is sure of. */
  readonly confidence: number
  /** A short sentence for people. */
  readonly reason: string
}

/** Which step decided the type: the mapping, the classifier, the content, or none of them. */
export type DecidedBy = 'mapping' | 'classifier' | 'heuristic' | 'default'

export type TypedColumn = Suggestion & {
  readonly name: string
  readonly decidedBy: DecidedBy
  /** Choice columns: the answers of the sample, the commonest first. */
  readonly options?: readonly string[]
  /** Multi choice and Ranking: what stands between answers in one cell; absent when a cell holds one. */
  readonly separator?: Separator
  /** Timestamp only. */
  readonly dateOrder?: DateOrder
}
