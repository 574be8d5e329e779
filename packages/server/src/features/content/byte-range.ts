/** The RFC 9110 Range header as browsers use it: a single byte range. Pure. */

export interface ByteRange {
  start: number
  /** Inclusive. */
  end: number
}

/** Undefined: send everything. "none": not satisfiable. Multiple ranges and other units are ignored. */
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
