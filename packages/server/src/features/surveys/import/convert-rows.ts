/** Converts rows of cells to responses, notes and answers by column type. */
import {
  type DateOrder,
  parseEmail,
  parseName,
  parseOpenEnded,
  parseTimestamp,
  type Separator,
} from '@inlet/survey-csv'
import {
  type AnswerBlock,
  bound,
  createListWriter,
  createPartRows,
  createValueWriter,
  type OptionBook,
  optionId,
  type PartRows,
  type SurveyColumn,
} from '../../responses/responses.public.ts'
import { ownCopy, readMulti, readRanks, readScore, readSingle } from './cell-readers.ts'

const maxNameChars = 200
const maxTimeTextChars = 100
/** Longer than any registered file name: 512 characters may be 1,024 UTF-16 units. */
const maxMediaNameChars = 1_100

export interface ColumnInPart extends SurveyColumn {
  /** The column's index in this part. */
  index: number
}

export interface ConvertOptions {
  surveyId: number
  partNumber: number
  maxRows: number
  columns: readonly ColumnInPart[]
  options: OptionBook
  /** The column that media_config links by, stored unchanged. */
  linkPosition: number | undefined
}

export interface RowConverter {
  add(cells: readonly string[]): void
  finish(): PartRows
}

/** Adds a column's answer to the current response. */
type AnswerColumn = {
  read(cell: string, row: number, answers: number[], ranks: number[]): void
  finish(rowCount: number): AnswerBlock
}

export function createRowConverter(given: ConvertOptions): RowConverter {
  const { surveyId, partNumber, maxRows, columns, linkPosition } = given
  const ofType = (type: SurveyColumn['type']) => columns.filter((column) => column.type === type)
  const nameColumns = ofType('Name')
  const emailColumns = ofType('Email')
  const timeColumns = ofType('Timestamp').toSorted((a, b) => b.confidence - a.confidence)
  const openColumns = ofType('Open-ended')
  const mediaColumns = columns.filter(
    ({ type, position }) => type === 'MEDIA_RESPONSE' || position === linkPosition,
  )
  const answerColumns = columns.flatMap((column) => {
    const read = answerColumn(column, given)
    return read ? [{ index: column.index, ...read }] : []
  })
  const hasRanks = ofType('Ranking').length > 0
  const rows = createPartRows({ surveyId, partNumber, maxRows, hasTimes: timeColumns.length > 0 })
  const openBlocks = openColumns.map(() => createValueWriter(maxRows))
  // Reused buffers; each response copies their content.
  const answers: number[] = []
  const ranks: number[] = []

  return {
    add(cells) {
      const row = rows.row()
      answers.length = 0
      ranks.length = 0
      for (const column of answerColumns) column.read(cells[column.index] ?? '', row, answers, ranks)
      openColumns.forEach(({ index, position }, i) => {
        const text = parseOpenEnded(cells[index] ?? '')
        if (text === null) return
        rows.addNote(position, text)
        openBlocks[i]?.set(row, 1)
      })
      for (const { index, position } of mediaColumns) {
        const name = mediaName(cells[index] ?? '')
        if (name !== undefined) rows.addMediaCell(position, name)
      }
      const answeredAt = readTime(timeColumns, cells)
      rows.addResponse({
        answeredAt,
        answeredText: Number.isNaN(answeredAt) ? timeText(timeColumns, cells) : undefined,
        name: readName(nameColumns, cells),
        email: readEmail(emailColumns, cells),
        answers,
        ranks: hasRanks ? ranks : undefined,
      })
    },
    finish() {
      const rowCount = rows.row()
      return rows.finish(
        [
          ...answerColumns.map((column) => column.finish(rowCount)),
          ...openColumns.flatMap(({ position }, i) => openBlocks[i]?.finish(position, rowCount) ?? []),
        ],
        given.options.takeNew(),
      )
    },
  }
}

function answerColumn(column: ColumnInPart, { maxRows, options }: ConvertOptions): AnswerColumn | undefined {
  const { position, type } = column
  const choice = {
    position,
    name: column.name,
    separator: (column.separator ?? undefined) as Separator | undefined,
  }
  if (type === 'Single choice' || type === 'NPS') {
    const numberOf = type === 'NPS' ? readScore() : readSingle(choice, options)
    const block = createValueWriter(maxRows)
    return {
      read(cell, row, answers) {
        const number = numberOf(cell)
        if (number === 0) return
        block.set(row, number)
        answers.push(optionId(position, number))
      },
      finish: (rowCount) => block.finish(position, rowCount),
    }
  }
  if (type !== 'Multi choice' && type !== 'Ranking') return undefined
  const block = createListWriter(maxRows)
  const finish = (rowCount: number) => block.finish(position, rowCount)
  if (type === 'Multi choice') {
    const numbersOf = readMulti(choice, options)
    return {
      read(cell, _row, answers) {
        const numbers = numbersOf(cell)
        block.add(numbers)
        for (const number of numbers) answers.push(optionId(position, number))
      },
      finish,
    }
  }
  const ranksOf = readRanks(choice, options)
  return {
    read(cell, _row, _answers, ranks) {
      const pairs = ranksOf(cell)
      block.add(pairs)
      for (let i = 0; i < pairs.length; i += 2)
        ranks.push(optionId(position, pairs[i] ?? 0), pairs[i + 1] ?? 0)
    },
    finish,
  }
}

/** The most reliable of several time columns; the others are fallbacks for empty cells. */
function readTime(columns: readonly ColumnInPart[], cells: readonly string[]): number {
  for (const { index, dateOrder } of columns) {
    const time = parseTimestamp(cells[index] ?? '', (dateOrder ?? 'undecided') as DateOrder)
    if (time !== null) return Date.parse(time)
  }
  return Number.NaN
}

function timeText(columns: readonly ColumnInPart[], cells: readonly string[]): string | undefined {
  for (const { index } of columns) {
    const text = parseOpenEnded(cells[index] ?? '')
    if (text !== null) return bound(text, maxTimeTextChars)
  }
  return undefined
}

/** Joins first and last name columns; a column that repeats the others is ignored. */
function readName(columns: readonly ColumnInPart[], cells: readonly string[]): string | undefined {
  let whole = ''
  for (const { index } of columns) {
    const name = parseName(cells[index] ?? '')?.normalize('NFC')
    if (name === undefined || whole.includes(name)) continue
    whole = whole === '' || name.includes(whole) ? name : `${whole} ${name}`
  }
  return whole === '' ? undefined : ownCopy(bound(whole, maxNameChars))
}

function readEmail(columns: readonly ColumnInPart[], cells: readonly string[]): string | undefined {
  for (const { index } of columns) {
    const email = parseEmail(cells[index] ?? '')
    if (email !== null) return ownCopy(email.normalize('NFC'))
  }
  return undefined
}

/** Ignores names that are too long for a file. */
function mediaName(cell: string): string | undefined {
  const name = cell.trim().normalize('NFC')
  return name === '' || name.length > maxMediaNameChars ? undefined : name
}
