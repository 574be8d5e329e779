/** Buffers the COPY data of one part until the whole part is read. */
import { CopyRows } from '../../platform/db/copy-rows.ts'
import { type AnswerBlock, timeBlock } from './answer-block.ts'
import type { SurveyOption } from './columns.repo.ts'
import { responseId } from './response-id.ts'

export interface PartRows {
  surveyId: number
  partNumber: number
  rowCount: number
  responses: CopyRows
  notes: CopyRows
  mediaCells: CopyRows
  people: People
  blocks: AnswerBlock[]
  newOptions: SurveyOption[]
}

/** Respondents by row. */
export interface People {
  /** Set only in the first row of a person. */
  names: (string | undefined)[]
  emails: (string | undefined)[]
  /** Each address once, with its first row. */
  rowByEmail: Map<string, number>
  /** The first row of the same person, or -1 for a row without an address. */
  firstRows: Int32Array
  /** Offsets of the respondent ids, which are overwritten for people who are already known. */
  marks: Float64Array
}

export interface NewResponse {
  /** NaN when unknown. */
  answeredAt: number
  answeredText: string | undefined
  name: string | undefined
  email: string | undefined
  answers: readonly number[]
  ranks: readonly number[] | undefined
}

export interface PartRowsWriter {
  /** Zero-based row of the next response. */
  row(): number
  addNote(position: number, text: string): void
  addMediaCell(position: number, text: string): void
  /** Call it after the notes and cells of the row. */
  addResponse(response: NewResponse): void
  finish(blocks: AnswerBlock[], newOptions: SurveyOption[]): PartRows
}

export interface PartRowsOptions {
  surveyId: number
  partNumber: number
  maxRows: number
  hasTimes: boolean
}

export function createPartRows({ surveyId, partNumber, maxRows, hasTimes }: PartRowsOptions): PartRowsWriter {
  const responses = new CopyRows()
  const notes = new CopyRows()
  const mediaCells = new CopyRows()
  const names: (string | undefined)[] = []
  const emails: (string | undefined)[] = []
  const rowByEmail = new Map<string, number>()
  const firstRows = new Int32Array(maxRows).fill(-1)
  const marks = new Float64Array(maxRows)
  const times = hasTimes ? new Float64Array(maxRows) : undefined
  let row = 0

  /** The row that represents the person: this one, or the first with the same address. */
  function firstRowOf(name: string | undefined, email: string | undefined): number {
    const first = email === undefined ? row : (rowByEmail.get(email) ?? row)
    const isFirst = first === row
    names.push(isFirst ? name : undefined)
    emails.push(isFirst ? email : undefined)
    if (email === undefined) return row
    firstRows[row] = first
    if (isFirst) rowByEmail.set(email, row)
    else names[first] ??= name
    return first
  }

  function addCell(rows: CopyRows, position: number, text: string): void {
    rows.begin(4)
    rows.int64(surveyId)
    rows.int32(position)
    rows.int32(responseId(partNumber, row))
    rows.text(text)
  }

  return {
    row: () => row,
    addNote: (position, text) => addCell(notes, position, text),
    addMediaCell: (position, text) => addCell(mediaCells, position, text),
    addResponse({ answeredAt, answeredText, name, email, answers, ranks }) {
      const firstRow = firstRowOf(name, email)
      if (times) times[row] = answeredAt
      responses.begin(7)
      responses.int64(surveyId)
      if (Number.isNaN(answeredAt)) responses.null()
      else responses.time(answeredAt)
      responses.int32(responseId(partNumber, row))
      marks[row] = responses.mark()
      responses.int32(responseId(partNumber, firstRow))
      responses.int32Array(answers)
      if (ranks) responses.int32Array(ranks)
      else responses.null()
      if (answeredText === undefined) responses.null()
      else responses.text(answeredText)
      row += 1
    },
    finish: (blocks, newOptions) => ({
      surveyId,
      partNumber,
      rowCount: row,
      responses,
      notes,
      mediaCells,
      people: { names, emails, rowByEmail, firstRows, marks },
      blocks: [timeBlock(times, row), ...blocks],
      newOptions,
    }),
  }
}
