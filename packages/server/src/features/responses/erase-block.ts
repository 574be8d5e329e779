/** Clears the answers of some rows in a block; the rows stay, unanswered. Pure. */
import { type AnswerBlock, createListWriter, timePosition, timesOf, valuesOf } from './answer-block.ts'
import type { BlockShape } from './response-filter.ts'

export function eraseFromBlock(
  block: AnswerBlock,
  shape: BlockShape | undefined,
  rows: ReadonlySet<number>,
): AnswerBlock {
  if (block.position === timePosition) return eraseTimes(block, rows)
  if (shape === 'list') return rewriteLists(block, rows, 1)
  return shape === 'pairs' ? rewriteLists(block, rows, 2) : eraseValues(block, rows)
}

function eraseTimes(block: AnswerBlock, rows: ReadonlySet<number>): AnswerBlock {
  const times = timesOf(block)
  if (!times) return block
  const kept = times.map((time, row) => (rows.has(row) ? Number.NaN : time))
  return { ...block, data: new Uint8Array(kept.buffer) }
}

function eraseValues(block: AnswerBlock, rows: ReadonlySet<number>): AnswerBlock {
  const kept = valuesOf(block).slice()
  for (const row of rows) kept[row] = 0
  return { ...block, data: new Uint8Array(kept.buffer, kept.byteOffset, kept.byteLength) }
}

/** A list ends with 0; in a pair only the first number can be 0. */
function rewriteLists(block: AnswerBlock, rows: ReadonlySet<number>, step: 1 | 2): AnswerBlock {
  const values = valuesOf(block)
  const lists = createListWriter(block.rowCount)
  let at = 0
  for (let row = 0; row < block.rowCount; row += 1) {
    const start = at
    while ((values[at] ?? 0) !== 0) at += step
    lists.add(rows.has(row) ? [] : [...values.subarray(start, at)])
    at += 1
  }
  return lists.finish(block.position, block.rowCount)
}
