/** Determines the columns of a survey, once, from its first part. */
import {
  createDateOrderVote,
  createRowSampler,
  type DateOrder,
  type DateOrderVote,
  impliedDateOrder,
  parseTimestamp,
  type SurveyCsv,
  type TypedColumn,
  typeColumns,
} from '@inlet/survey-csv'
import { bound, type NewColumn } from '../../responses/responses.public.ts'
import { storedName } from './stored-name.ts'
import type { SurveyToImport } from './survey-import.repo.ts'

const maxQuestionChars = 2000
/** Columns whose first cells are not ambiguous dates are skipped from then on. */
const cellsToJudge = 20

export interface ColumnTyping {
  /** Reads all rows of a part; false when it has none and the next part must be used. */
  add(csv: SurveyCsv): Promise<boolean>
  columns(survey: Pick<SurveyToImport, 'columnMapping' | 'autoMap'>): NewColumn[]
  /** The header of the first part. */
  header(): SurveyCsv['header'] | undefined
  /** The columns of the first part with their header cells. */
  known(): HeaderCells[]
}

export interface HeaderCells {
  name: string
  /** Original cells, starting with the row of names. */
  headerCells: string[]
}

export function createColumnTyping(): ColumnTyping {
  const sampler = createRowSampler()
  let votes: ColumnVote[] = []
  let first: SurveyCsv | undefined
  return {
    async add(csv) {
      first ??= csv
      if (csv.names.join('\0') !== first.names.join('\0')) return true
      votes = csv.names.map((name, index) =>
        createColumnVote(index, impliedDateOrder(name, csv.header.questions[index] ?? '')),
      )
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
    header: () => first?.header,
    known: () => (first ? headerCellsOf(first) : []),
    columns({ columnMapping, autoMap }) {
      const { names = [], header } = first ?? {}
      const typed = typeColumns({
        names,
        rows: sampler.rows(),
        mapping: columnMapping,
        autoMap,
        ...(header && { header }),
      })
      const cells = first ? headerCellsOf(first) : []
      return typed.map((column, position) => ({
        ...describe(column, position, votes[position]),
        question:
          header && header.count > 1 ? bound(header.questions[position] ?? '', maxQuestionChars) : null,
        headerCells: cells[position]?.headerCells ?? [],
      }))
    },
  }
}

function headerCellsOf({ names, headerRows }: SurveyCsv): HeaderCells[] {
  return names.map((name, index) => ({
    name: storedName(name),
    headerCells: headerRows.map(({ cells }) => storedName(cells[index] ?? '')),
  }))
}

function describe(column: TypedColumn, position: number, vote: ColumnVote | undefined) {
  const { name, type, confidence, reason, decidedBy, separator, dateOrder } = column
  const isAmbiguous = type === 'Timestamp' && vote?.isAmbiguous() === true
  return {
    position,
    name: storedName(name),
    type,
    confidence,
    reason,
    decidedBy,
    noteCodes: isAmbiguous ? ['ambiguous_dates'] : [],
    separator: separator ?? null,
    dateOrder: dateOrder === undefined ? null : (vote?.order() ?? dateOrder),
  }
}

/** Determines the day-month order from the whole column and its type from a sample, in one pass. */
interface ColumnVote {
  index: number
  add(cell: string): void
  isOpen(): boolean
  /** Undefined when the column has no ambiguous dates. */
  order(): ReturnType<DateOrderVote['order']> | undefined
  isAmbiguous(): boolean
}

function createColumnVote(index: number, implied: DateOrder): ColumnVote {
  const vote = createDateOrderVote(implied)
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
    isAmbiguous: () => vote.isAmbiguous(),
  }
}
