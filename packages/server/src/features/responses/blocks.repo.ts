/** SQL of answer blocks. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type AnswerBlock, timePosition } from './answer-block.ts'
import type { PartBlocks } from './response-filter.ts'

export interface PartSize {
  partNumber: number
  rowCount: number
}

/** The parts of a survey that have rows, in order. Each has a block of times, which may be empty. */
export async function listPartSizes(db: Db, surveyId: number): Promise<PartSize[]> {
  const { rows } = await sql<PartSize>`
    select part_number as "partNumber", row_count as "rowCount" from answer_block
    where survey_id = ${surveyId} and position = ${timePosition} and row_count > 0 order by 1`.execute(db)
  return rows
}

/** Large enough to justify a round trip, small enough for many concurrent requests. */
const bytesAtOnce = 8 * 1024 * 1024
const bytesAValue = 1.3

/** Reads the blocks of these columns for all parts in order, a few parts at a time. */
export async function* readBlocks(
  db: Db,
  surveyId: number,
  positions: readonly number[],
  parts: readonly PartSize[],
): AsyncGenerator<PartBlocks> {
  let some: PartSize[] = []
  let bytes = 0
  for (const part of parts) {
    some.push(part)
    bytes += part.rowCount * positions.length * bytesAValue
    if (bytes < bytesAtOnce) continue
    yield* await loadBlocks(db, surveyId, positions, some)
    some = []
    bytes = 0
  }
  if (some.length > 0) yield* await loadBlocks(db, surveyId, positions, some)
}

async function loadBlocks(
  db: Db,
  surveyId: number,
  positions: readonly number[],
  parts: readonly PartSize[],
): Promise<PartBlocks[]> {
  // The driver sends values as text, where base64 is a third smaller than hexadecimal digits.
  const { rows } = await sql<{
    part: number
    position: number
    rowCount: number
    width: number
    data: string
  }>`
    select part_number as part, position, row_count as "rowCount", width, encode(data, 'base64') as data
    from answer_block
    where survey_id = ${surveyId} and position = any (${[...positions]}::int[])
      and part_number = any (${parts.map(({ partNumber }) => partNumber)}::int[])`.execute(db)
  const byPart = Map.groupBy(rows, ({ part }) => part)
  return parts.map(({ partNumber, rowCount }) => {
    const blocks = (byPart.get(partNumber) ?? []).map(
      (row): AnswerBlock => ({
        position: row.position,
        rowCount: row.rowCount,
        width: row.width as AnswerBlock['width'],
        data: Buffer.from(row.data, 'base64'),
      }),
    )
    const byPosition = new Map(blocks.map((block) => [block.position, block]))
    return { partNumber, rowCount, times: byPosition.get(timePosition), byPosition }
  })
}
