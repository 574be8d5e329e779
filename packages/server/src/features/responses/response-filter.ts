/** Selects the rows of a part that match a filter, from blocks. Pure; shared by charts and lists. */
import { type AnswerBlock, timesOf, valuesOf } from './answer-block.ts'
import type { SurveyColumn } from './columns.repo.ts'
import { numberOf, optionId, positionOf, scoreNumber } from './response-id.ts'

export interface ResponseFilter {
  /** Option ids: alternatives within a column, combined across columns. */
  options?: readonly number[]
  /** Columns that must have an answer. */
  answered?: readonly number[]
  answeredFrom?: Date
  /** Exclusive. */
  answeredBefore?: Date
  /** Words that a note of the response must contain. */
  words?: string
}

/** A score range of an NPS question as filter options. */
export function scoreOptions(position: number, from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) =>
    optionId(position, scoreNumber(from + i)),
  )
}

/** The block layout of a column type; undefined for types without blocks. */
export type BlockShape = 'one' | 'list' | 'pairs'

const shapes: Partial<Record<SurveyColumn['type'], BlockShape>> = {
  'Single choice': 'one',
  NPS: 'one',
  'Open-ended': 'one',
  'Multi choice': 'list',
  Ranking: 'pairs',
}

export type Question = Pick<SurveyColumn, 'position' | 'type'>

export const shapeOf = ({ type }: Pick<Question, 'type'>) => shapes[type]

export interface ColumnTest {
  position: number
  shape: BlockShape
  /** By option number; undefined accepts any answer. */
  allowed: Uint8Array | undefined
}

export interface RowFilter {
  columns: ColumnTest[]
  fromMs: number
  beforeMs: number
  hasTimes: boolean
  /** Ids of the responses whose notes match. */
  found: ReadonlySet<number> | undefined
}

export function compileFilter(
  filter: ResponseFilter,
  questions: readonly Question[],
  found: ReadonlySet<number> | undefined,
): RowFilter {
  const byPosition = Map.groupBy(filter.options ?? [], positionOf)
  const positions = new Set([...byPosition.keys(), ...(filter.answered ?? [])])
  // A column without blocks, or of another survey, has no answers, so nothing matches.
  const columns = [...positions].map((position) => {
    const question = questions.find((one) => one.position === position)
    const ids = byPosition.get(position)
    return { position, shape: (question && shapeOf(question)) ?? 'one', allowed: ids && allow(ids) }
  })
  const fromMs = filter.answeredFrom?.getTime() ?? Number.NEGATIVE_INFINITY
  const beforeMs = filter.answeredBefore?.getTime() ?? Number.POSITIVE_INFINITY
  const hasTimes = filter.answeredFrom !== undefined || filter.answeredBefore !== undefined
  return { columns, fromMs, beforeMs, hasTimes, found }
}

function allow(ids: readonly number[]): Uint8Array {
  const allowed = new Uint8Array(16_384)
  for (const id of ids) allowed[numberOf(id)] = 1
  return allowed
}

export function isEmpty(filter: ResponseFilter): boolean {
  const { options = [], answered = [], answeredFrom, answeredBefore, words = '' } = filter
  const isTimeless = answeredFrom === undefined && answeredBefore === undefined
  return options.length === 0 && answered.length === 0 && isTimeless && words.trim() === ''
}

/** A set of rows: 1 for each row in it, and their count. */
export interface RowMask {
  rows: Uint8Array
  count: number
}

/** The rows of one part that match a filter. */
export interface RowMarks {
  fits: RowMask
  /** Ignores the filter on this column, so that its own chart keeps showing the other options. */
  fitsWithout(position: number): RowMask
}

export interface PartBlocks {
  partNumber: number
  rowCount: number
  times: AnswerBlock | undefined
  byPosition: ReadonlyMap<number, AnswerBlock>
}

/** A row that fails two tests is excluded from every chart. */
const outForAll = 2

export function markRows(filter: RowFilter, part: PartBlocks): RowMarks {
  const { rowCount } = part
  const misses = new Uint8Array(rowCount)
  const missed = new Uint16Array(rowCount)
  if (filter.hasTimes) missTimes(filter, part, misses)
  if (filter.found) missWords(filter.found, part, misses)
  filter.columns.forEach((test, index) => {
    const block = part.byPosition.get(test.position)
    const hits = block ? hitsOf(test, block) : new Uint8Array(rowCount)
    for (let row = 0; row < rowCount; row += 1) {
      if (hits[row] === 1 || misses[row] === outForAll) continue
      misses[row] = (misses[row] ?? 0) + 1
      missed[row] = index
    }
  })
  const fits = maskOf(rowCount, (row) => misses[row] === 0)
  return {
    fits,
    fitsWithout(position) {
      const index = filter.columns.findIndex((test) => test.position === position)
      if (index === -1) return fits
      return maskOf(rowCount, (row) => misses[row] === 0 || (misses[row] === 1 && missed[row] === index))
    },
  }
}

function maskOf(rowCount: number, isIn: (row: number) => boolean): RowMask {
  const rows = new Uint8Array(rowCount)
  let count = 0
  for (let row = 0; row < rowCount; row += 1) {
    if (!isIn(row)) continue
    rows[row] = 1
    count += 1
  }
  return { rows, count }
}

function hitsOf({ shape, allowed }: ColumnTest, block: AnswerBlock): Uint8Array {
  const values = valuesOf(block)
  const hits = new Uint8Array(block.rowCount)
  if (shape === 'one') {
    for (let row = 0; row < hits.length; row += 1) {
      const value = values[row] ?? 0
      hits[row] = value === 0 ? 0 : allowed ? (allowed[value] ?? 0) : 1
    }
    return hits
  }
  const step = shape === 'pairs' ? 2 : 1
  let at = 0
  for (let row = 0; row < hits.length; row += 1) {
    for (let value = values[at] ?? 0; value !== 0; value = values[at] ?? 0) {
      if (!allowed || allowed[value] === 1) hits[row] = 1
      at += step
    }
    at += 1
  }
  return hits
}

function missTimes(
  { fromMs, beforeMs }: RowFilter,
  { times, rowCount }: PartBlocks,
  misses: Uint8Array,
): void {
  const values = times && timesOf(times)
  for (let row = 0; row < rowCount; row += 1) {
    const time = values?.[row] ?? Number.NaN
    // Unknown times are NaN and match no range.
    if (!(time >= fromMs && time < beforeMs)) misses[row] = outForAll
  }
}

function missWords(
  found: ReadonlySet<number>,
  { partNumber, rowCount }: PartBlocks,
  misses: Uint8Array,
): void {
  const first = partNumber * 32_768
  for (let row = 0; row < rowCount; row += 1) if (!found.has(first + row)) misses[row] = outForAll
}
