/** What the columns of a survey are, decided once from its first rows on. */
import { createHash } from 'node:crypto'
import {
  createDateOrderVote,
  createRowSampler,
  type DateOrderVote,
  parseTimestamp,
  type SurveyCsv,
  type TypedColumn,
  typeColumns,
} from '@inlet/survey-csv'
import type { SurveyColumn } from '../responses/responses.public.ts'
import type { SurveyToImport } from './survey-import.repo.ts'

const maxNameChars = 1000
/** A column whose first cells are no dates that could be read two ways is not asked again. */
const cellsToJudge = 20

export interface ColumnTyping {
  /** Takes all rows of a part; false when it had none, so that another one with the same header may help. */
  add(csv: SurveyCsv): Promise<boolean>
  columns(survey: Pick<SurveyToImport, 'columnMapping' | 'autoMap'>): SurveyColumn[]
}

export function createColumnTyping(): ColumnTyping {
  const sampler = createRowSampler()
  let votes: ColumnVote[] = []
  let first: SurveyCsv | undefined
  return {
    async add(csv) {
      first ??= csv
      if (csv.names.join('\0') !== first.names.join('\0')) return true
      votes = csv.names.map(createColumnVote)
      let open = votes
      let hasRows = false
      for await (const batch of csv.responses) {
        for (const { cells } of batch) {
          sampler.add(cells)
          for (const vote of open) vote.add(cells[vote.index] ?? '')
        }
        open = open.filter((vote) => vote.isOpen())
        hasRows ||= batch.length > 0
      }
      return hasRows
    },
    columns({ columnMapping, autoMap }) {
      const { names = [], header } = first ?? {}
      const typed = typeColumns({
        names,
        rows: sampler.rows(),
        mapping: columnMapping,
        autoMap,
        ...(header && { header }),
      })
      return typed.map((column, position) => describe(column, position, votes[position]))
    },
  }
}

function describe(column: TypedColumn, position: number, vote: ColumnVote | undefined): SurveyColumn {
  const { name, type, confidence, reason, separator, dateOrder } = column
  return {
    position,
    name: storedName(name),
    type,
    confidence,
    reason,
    separator: separator ?? null,
    dateOrder: dateOrder === undefined ? null : (vote?.order() ?? dateOrder),
  }
}

/** A name of any length is told from others by its hash, so that parts can be compared with what is stored. */
export function storedName(name: string): string {
  if (name.length <= maxNameChars) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `${name.slice(0, maxNameChars).replace(/[\ud800-\udbff]$/, '')}… ${hash}`
}

/** Day and month are told apart by the whole column, while its type is told by a sample: both in one pass. */
interface ColumnVote {
  index: number
  add(cell: string): void
  isOpen(): boolean
  /** Undefined when the column has no dates that could be read two ways. */
  order(): ReturnType<DateOrderVote['order']> | undefined
}

function createColumnVote(_name: string, index: number): ColumnVote {
  const vote = createDateOrderVote()
  let hasDates = false
  let judged = 0
  return {
    index,
    isOpen: () => hasDates || judged < cellsToJudge,
    add(cell) {
      if (hasDates) return vote.add(cell)
      if (cell === '') return
      judged += 1
      if (parseTimestamp(cell, 'day-first') === null && parseTimestamp(cell, 'month-first') === null) return
      hasDates = true
      vote.add(cell)
    },
    order: () => (hasDates ? vote.order() : undefined),
  }
}
