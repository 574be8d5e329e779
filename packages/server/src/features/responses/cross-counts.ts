/** Counts the answers to two questions against each other, part by part. Pure. */
import { type AnswerBlock, valuesOf } from './answer-block.ts'
import type { BlockShape, RowMask } from './response-filter.ts'

/** One question of a cross tabulation. */
export interface CrossSide {
  position: number
  shape: BlockShape
  /** Group of each option number, from 1; 0 for options that are not listed. */
  groupOf: Uint8Array
  groupCount: number
}

export interface CrossCounts {
  /** Responses that answered both questions. */
  base: number
  /** Responses in each group that also answered the other question, whether or not that answer is listed. */
  rowTotals: number[]
  columnTotals: number[]
  /** One array per row group. */
  cells: number[][]
}

export interface CrossCounter {
  add(rows: AnswerBlock, columns: AnswerBlock, fits: RowMask | undefined): void
  result(): CrossCounts
}

export function createCrossCounter(rowSide: CrossSide, columnSide: CrossSide): CrossCounter {
  const rowTotals = new Float64Array(rowSide.groupCount + 1)
  const columnTotals = new Float64Array(columnSide.groupCount + 1)
  const width = columnSide.groupCount + 1
  const cells = new Float64Array((rowSide.groupCount + 1) * width)
  let base = 0
  return {
    add(rowBlock, columnBlock, fits) {
      const rows = createGroupReader(rowSide, rowBlock)
      const columns = createGroupReader(columnSide, columnBlock)
      for (let row = 0; row < rowBlock.rowCount; row += 1) {
        // Both are read in any case, because lists have no fixed length.
        const isRowAnswered = rows.next()
        const isColumnAnswered = columns.next()
        if (!isRowAnswered || !isColumnAnswered || fits?.rows[row] === 0) continue
        base += 1
        const { groups: rowGroups, count: rowCount } = rows
        const { groups: columnGroups, count: columnCount } = columns
        for (let j = 0; j < columnCount; j += 1) increment(columnTotals, columnGroups[j] ?? 0)
        for (let i = 0; i < rowCount; i += 1) {
          const group = rowGroups[i] ?? 0
          increment(rowTotals, group)
          for (let j = 0; j < columnCount; j += 1) increment(cells, group * width + (columnGroups[j] ?? 0))
        }
      }
    },
    result: () => ({
      base,
      rowTotals: [...rowTotals.subarray(1)],
      columnTotals: [...columnTotals.subarray(1)],
      cells: Array.from({ length: rowSide.groupCount }, (_, i) => [
        ...cells.subarray((i + 1) * width + 1, (i + 2) * width),
      ]),
    }),
  }
}

function increment(counts: Float64Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}

interface GroupReader {
  /** The groups of the current row, each once. */
  groups: Uint8Array
  count: number
  /** Reads the next row. False when it has no answer. */
  next(): boolean
}

function createGroupReader({ shape, groupOf, groupCount }: CrossSide, block: AnswerBlock): GroupReader {
  const values = valuesOf(block)
  const groups = new Uint8Array(groupCount + 1)
  const step = shape === 'pairs' ? 2 : 1
  let at = 0
  const reader: GroupReader = {
    groups,
    count: 0,
    next() {
      reader.count = 0
      const start = at
      if (shape === 'one') add(values[at] ?? 0)
      else
        for (; (values[at] ?? 0) !== 0; at += step) {
          add(values[at] ?? 0)
        }
      const isAnswered = shape === 'one' ? values[at] !== 0 : at > start
      at += 1
      return isAnswered
    },
  }
  const add = (value: number) => {
    const group = groupOf[value] ?? 0
    if (group === 0) return
    for (let i = 0; i < reader.count; i += 1) if (groups[i] === group) return
    groups[reader.count] = group
    reader.count += 1
  }
  return reader
}
