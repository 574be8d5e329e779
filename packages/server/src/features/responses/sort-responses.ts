/** Sorts responses by time, or by their answers to a question. Ids arrive in ascending order. Pure. */
import { valuesOf } from './answer-block.ts'
import { type BlockShape, type PartBlocks, type Question, shapeOf } from './response-filter.ts'

export interface ResponseSort {
  /** The position of a question with options or scores. */
  by: 'time' | number
  isDescending: boolean
}

interface SortedColumn {
  position: number
  shape: BlockShape
}

/** Undefined for the time, and for a column that has no options: then responses are sorted by time, newest first. */
export function sortedColumn({ by }: ResponseSort, columns: readonly Question[]): SortedColumn | undefined {
  const column = columns.find(({ position }) => position === by)
  const shape = column && shapeOf(column)
  // Blocks only tell whether an open question was answered.
  if (!column || !shape || column.type === 'Open-ended') return undefined
  return { position: column.position, shape }
}

/**
 * The number of the answer in each row, 0 for none: in survey order, or the score. Of several choices the first counts, of
 * a ranking the option that was ranked best.
 */
export function readKeys({ position, shape }: SortedColumn, part: PartBlocks): Uint16Array {
  const keys = new Uint16Array(part.rowCount)
  const block = part.byPosition.get(position)
  if (!block) return keys
  const values = valuesOf(block)
  if (shape === 'one') {
    keys.set(values.subarray(0, part.rowCount))
    return keys
  }
  const step = shape === 'pairs' ? 2 : 1
  let at = 0
  for (let row = 0; row < part.rowCount; row += 1) {
    let best = Number.POSITIVE_INFINITY
    for (let value = values[at] ?? 0; value !== 0; value = values[at] ?? 0) {
      const rank = step === 2 ? (values[at + 1] ?? 0) : value
      if (rank < best) {
        best = rank
        keys[row] = value
      }
      at += step
    }
    at += 1
  }
  return keys
}

/** Responses without an answer come last, and equal ones in the order of the file. */
export function byKey(ids: Int32Array, keys: Uint16Array, isDescending: boolean): Int32Array {
  const starts = new Uint32Array(2 ** 16 + 1)
  const placeOf = (key: number) => (key === 0 ? 2 ** 16 - 1 : isDescending ? 2 ** 16 - 1 - key : key - 1)
  for (const key of keys) {
    const next = placeOf(key) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
  const sorted = new Int32Array(ids.length)
  for (let i = 0; i < ids.length; i += 1) {
    const place = placeOf(keys[i] ?? 0)
    const at = starts[place] ?? 0
    sorted[at] = ids[i] ?? 0
    starts[place] = at + 1
  }
  return sorted
}

/**
 * Unknown times (NaN) come last, and equal ones in the order of the file or in reverse, like the times. Most surveys are
 * saved in the order of their times, so that there is nothing to sort.
 */
export function byTime(ids: Int32Array, times: Float64Array, isDescending: boolean): Int32Array {
  const unknown = isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const keys = times.map((time) => (Number.isNaN(time) ? unknown : time))
  let isInOrder = true
  for (let i = 1; i < keys.length && isInOrder; i += 1) isInOrder = (keys[i] ?? 0) >= (keys[i - 1] ?? 0)
  if (isInOrder) return isDescending ? ids.toReversed() : ids.slice()
  const order = Uint32Array.from(ids, (_, i) => i).sort((a, b) => {
    const one = keys[a] ?? 0
    const other = keys[b] ?? 0
    return one === other ? a - b : one < other ? -1 : 1
  })
  return Int32Array.from(isDescending ? order.toReversed() : order, (at) => ids[at] ?? 0)
}
