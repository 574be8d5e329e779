/** The Range header of RFC 9110, as far as browsers use it: one range of bytes. Pure. */

export interface ByteRange {
  start: number
  /** Included. */
  end: number
}

/** Undefined: the whole. "none": there are no such bytes. Several ranges, or other units, are answered with the whole. */
export function readByteRange(header: string | undefined, bytes: number): ByteRange | 'none' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'none' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= bytes ? 'none' : { start, end }
}
