/**
 * The answers of one part to one question as numbers in row order. Charts count millions of them in the time that a
 * query over responses takes for a few thousand (docs/adr/0016). Three layouts:
 * - one value per row, 0 for none: single choices, scores, and 1 for an open answer
 * - a 0-terminated list per row: multiple choices, and rankings as pairs of option and rank
 * - a time per row in milliseconds, NaN for none; empty when the survey has no times
 * Values take one byte, or two once a column has more than 255 options, in little-endian order.
 */

export interface AnswerBlock {
  position: number
  rowCount: number
  width: 1 | 2 | 8
  data: Uint8Array
}

/** The column position under which a survey stores response times. */
export const timePosition = -1

type Values = Uint8Array | Uint16Array

export interface ValueWriter {
  set(row: number, value: number): void
  finish(position: number, rowCount: number): AnswerBlock
}

export function createValueWriter(maxRows: number): ValueWriter {
  let values: Values = new Uint8Array(maxRows)
  return {
    set(row, value) {
      if (value > 255 && values.BYTES_PER_ELEMENT === 1) values = Uint16Array.from(values)
      values[row] = value
    },
    finish: (position, rowCount) => blockOf(position, rowCount, values.subarray(0, rowCount)),
  }
}

export interface ListWriter {
  /** Called once per row, also for rows without an answer. */
  add(list: readonly number[]): void
  finish(position: number, rowCount: number): AnswerBlock
}

export function createListWriter(maxRows: number): ListWriter {
  let values: Values = new Uint8Array(2 * maxRows)
  let length = 0
  return {
    add(list) {
      if (length + list.length + 1 > values.length) values = grown(values, length + list.length + 1)
      for (const value of list) {
        if (value > 255 && values.BYTES_PER_ELEMENT === 1) values = Uint16Array.from(values)
        values[length++] = value
      }
      values[length++] = 0
    },
    finish: (position, rowCount) => blockOf(position, rowCount, values.subarray(0, length)),
  }
}

function grown(values: Values, atLeast: number): Values {
  const length = Math.max(atLeast, values.length * 2)
  const larger = values.BYTES_PER_ELEMENT === 1 ? new Uint8Array(length) : new Uint16Array(length)
  larger.set(values)
  return larger
}

export function timeBlock(times: Float64Array | undefined, rowCount: number): AnswerBlock {
  const bytes = times ? bytesOf(times.subarray(0, rowCount)) : new Uint8Array(0)
  return { position: timePosition, rowCount, width: 8, data: bytes }
}

function blockOf(position: number, rowCount: number, values: Values): AnswerBlock {
  return { position, rowCount, width: values.BYTES_PER_ELEMENT === 1 ? 1 : 2, data: bytesOf(values) }
}

function bytesOf(values: Values | Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

export function valuesOf({ width, data }: AnswerBlock): Values {
  if (width === 1) return data
  const bytes = aligned(data, 2)
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)
}

/** Undefined when the survey has no times. */
export function timesOf({ data }: AnswerBlock): Float64Array | undefined {
  if (data.byteLength === 0) return undefined
  const bytes = aligned(data, 8)
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)
}

/** Buffers of the driver may be unaligned, which typed arrays do not accept. */
function aligned(data: Uint8Array, width: number): Uint8Array {
  return data.byteOffset % width === 0 ? data : new Uint8Array(data)
}
