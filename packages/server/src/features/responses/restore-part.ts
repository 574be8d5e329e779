/** Restores the responses of a part as they were exported, with their ids. */
import type { Copy } from '../../platform/db/copy.ts'
import { CopyRows } from '../../platform/db/copy-rows.ts'
import {
  type AnswerBlock,
  createListWriter,
  createValueWriter,
  type ListWriter,
  timeBlock,
  type ValueWriter,
} from './answer-block.ts'
import { numberOf, positionOf, responseId, rowsAPart } from './response-id.ts'
import { blockRows, copyColumns } from './save-part.ts'
import type { StoredColumn, StoredResponse } from './stored-columns.repo.ts'

export interface RestoredResponse extends StoredResponse {
  respondentId: number
  /** Milliseconds; null when unknown. */
  answeredAt: number | null
  notes: readonly { position: number; text: string }[]
}

export interface PartRestorer {
  readonly rowCount: number
  /** Throws when the response is not the next row of the part. */
  add(response: RestoredResponse): void
  finish(copy: Copy): Promise<void>
}

/** A response that cannot be restored. */
export class UnexpectedResponse extends Error {}

type BlockWriter = { position: number } & ({ values: ValueWriter } | { lists: ListWriter; isRanked: boolean })

export function createPartRestorer(
  surveyId: number,
  partNumber: number,
  columns: readonly StoredColumn[],
): PartRestorer {
  const responses = new CopyRows()
  const notes = new CopyRows()
  const mediaCells = new CopyRows()
  const hasTimes = columns.some(({ type }) => type === 'Timestamp')
  const hasRanks = columns.some(({ type }) => type === 'Ranking')
  const times = hasTimes ? new Float64Array(rowsAPart) : undefined
  const writers = columns.flatMap((column) => blockWriter(column) ?? [])
  let row = 0

  function addCell(rows: CopyRows, position: number, text: string): void {
    rows.begin(4)
    rows.int64(surveyId)
    rows.int32(position)
    rows.int32(responseId(partNumber, row))
    rows.text(text)
  }

  return {
    get rowCount() {
      return row
    },
    add(response) {
      const { id, respondentId, answeredAt, options, ranks, time_text } = response
      if (row >= rowsAPart || id !== responseId(partNumber, row))
        throw new UnexpectedResponse(`Response ${id} is not row ${row + 1} of part ${partNumber}.`)
      if (times) times[row] = answeredAt ?? Number.NaN
      for (const writer of writers) writeBlock(writer, row, response)
      for (const { position, text } of response.notes) addCell(notes, position, text)
      for (const [position, text] of response.media) addCell(mediaCells, position, text)
      responses.begin(7)
      responses.int64(surveyId)
      if (answeredAt === null) responses.null()
      else responses.time(answeredAt)
      responses.int32(id)
      responses.int32(respondentId)
      responses.int32Array(options)
      if (hasRanks || ranks) responses.int32Array(ranks ?? [])
      else responses.null()
      if (time_text === null) responses.null()
      else responses.text(time_text)
      row += 1
    },
    async finish(copy) {
      const blocks: AnswerBlock[] = [
        timeBlock(times, row),
        ...writers.map((writer) =>
          'values' in writer
            ? writer.values.finish(writer.position, row)
            : writer.lists.finish(writer.position, row),
        ),
      ]
      const tables = [
        ['response', responses],
        ['note', notes],
        ['media_cell', mediaCells],
        ['answer_block', blockRows({ surveyId, partNumber, blocks })],
      ] as const
      for (const [table, rows] of tables)
        if (rows.rowCount > 0)
          await copy(`copy ${table} ${copyColumns[table]} from stdin (format binary)`, rows.finish())
    },
  }
}

function blockWriter({ position, type }: StoredColumn): BlockWriter | undefined {
  switch (type) {
    case 'Single choice':
    case 'NPS':
    case 'Open-ended':
      return { position, values: createValueWriter(rowsAPart) }
    case 'Multi choice':
    case 'Ranking':
      return { position, lists: createListWriter(rowsAPart), isRanked: type === 'Ranking' }
    default:
      return undefined
  }
}

function writeBlock(writer: BlockWriter, row: number, { options, ranks, notes }: RestoredResponse): void {
  const { position } = writer
  if ('values' in writer) {
    const option = options.find((id) => positionOf(id) === position)
    if (option !== undefined) writer.values.set(row, numberOf(option))
    else if (notes.some((note) => note.position === position)) writer.values.set(row, 1)
    return
  }
  if (!writer.isRanked) {
    writer.lists.add(options.filter((id) => positionOf(id) === position).map(numberOf))
    return
  }
  const pairs: number[] = []
  for (let i = 0; i < (ranks?.length ?? 0); i += 2)
    if (positionOf(ranks?.[i] ?? 0) === position) pairs.push(numberOf(ranks?.[i] ?? 0), ranks?.[i + 1] ?? 0)
  writer.lists.add(pairs)
}

/** People of a survey, in batches of COPY rows. */
export async function restoreRespondents(
  copy: Copy,
  surveyId: number,
  people: readonly { id: number; name: string | null; email: string | null }[],
): Promise<void> {
  if (people.length === 0) return
  const rows = new CopyRows()
  for (const { id, name, email } of people) {
    rows.begin(4)
    rows.int64(surveyId)
    rows.int32(id)
    if (name === null) rows.null()
    else rows.text(name)
    if (email === null) rows.null()
    else rows.text(email)
  }
  await copy(`copy respondent ${copyColumns.respondent} from stdin (format binary)`, rows.finish())
}
