/** Files designed to exhaust time or memory: a head, up to 50 MB of a repeated pattern, and a tail. */

export type HostileFile = {
  readonly name: string
  readonly head?: string
  /** The repeated pattern, never cut off. */
  readonly repeated: string | Uint8Array
  readonly megabytes?: number
  readonly tail?: readonly number[]
  readonly expected: { readonly code: string; readonly row?: number; readonly column?: number }
}

const megabyte = 1024 * 1024
const pieceBytes = 64 * 1024

const cellTooLong = { code: 'csv_cell_too_long', row: 2, column: 2 }
const manyColumns = { code: 'csv_too_many_columns', row: 1, column: 2001 }

export const hostileFiles: readonly HostileFile[] = [
  { name: 'one cell', head: 'a,b\n1,', repeated: 'x', expected: cellTooLong },
  { name: 'an unterminated quote', head: 'a,b\n1,"', repeated: 'x,y\n', expected: cellTooLong },
  { name: 'a quoted cell of doubled quotes', head: 'a,b\n1,"', repeated: '""', expected: cellTooLong },
  { name: 'only quotes', repeated: '"', expected: { code: 'csv_cell_too_long', row: 1, column: 1 } },
  { name: 'a header of one cell', repeated: 'h', expected: { code: 'csv_cell_too_long', row: 1, column: 1 } },
  {
    name: 'a header of wide cells',
    repeated: `${'h'.repeat(99_999)},`,
    expected: { code: 'csv_row_too_long', row: 1, column: 42 },
  },
  { name: 'a million columns', repeated: 'a,', megabytes: 2, expected: manyColumns },
  {
    name: 'a million cells under two columns',
    head: 'a,b\n',
    repeated: 'a,',
    megabytes: 2,
    expected: { code: 'csv_row_width', row: 2, column: 3 },
  },
  {
    name: 'endless empty cells beyond the header',
    head: 'a,b\n',
    repeated: ',',
    expected: { code: 'csv_too_many_columns', row: 2, column: 16_385 },
  },
  { name: 'rows of delimiters', head: 'a,b\n', repeated: ',\n', expected: { code: 'read' } },
  { name: 'only commas', repeated: ',', expected: manyColumns },
  { name: 'only semicolons', repeated: ';', expected: manyColumns },
  { name: 'only tabs', repeated: '\t', expected: manyColumns },
  { name: 'only line feeds', repeated: '\n', expected: { code: 'csv_empty' } },
  { name: 'only carriage returns', repeated: '\r', expected: { code: 'csv_empty' } },
  { name: 'blank lines under a header', head: 'a,b\n', repeated: '\r\n', expected: { code: 'read' } },
  { name: 'rows of one letter', repeated: 'a\n', expected: { code: 'csv_too_many_rows', row: 20_002 } },
  { name: 'rows of an empty quoted cell', repeated: '""\n', expected: { code: 'read' } },
  {
    // Windows-1252 takes twice the size in memory. Keeping a dozen rows for header detection would take 100 MB.
    name: 'rows of four megabytes',
    repeated: Buffer.from(`${`${'It\x92s '.repeat(200_000)},`.repeat(4)}x\n`, 'latin1'),
    expected: { code: 'read' },
  },
  {
    name: 'two thousand columns with the same long name',
    head: `${'é'.repeat(2000)}${`,${'é'.repeat(2000)}`.repeat(1999)}\n`,
    repeated: `${','.repeat(1999)}\n`,
    megabytes: 1,
    expected: { code: 'read' },
  },
  {
    name: 'NUL characters after a header',
    head: 'a,b\n1,',
    repeated: '\0',
    expected: { code: 'csv_nul_character', row: 2, column: 2 },
  },
  { name: 'only NUL characters', repeated: '\0', expected: { code: 'csv_nul_character', row: 1, column: 1 } },
  {
    name: 'bytes that never occur in UTF-8',
    repeated: Uint8Array.of(0xff),
    expected: { code: 'csv_cell_too_long', row: 1, column: 1 },
  },
  {
    name: 'UTF-8 continuation bytes without a lead byte',
    repeated: Uint8Array.of(0x80, 0xbf),
    expected: { code: 'csv_cell_too_long' },
  },
  {
    name: 'UTF-8 with an invalid byte in the last row',
    head: 'ä,b\n',
    repeated: `${'é'.repeat(2500)},x\n`,
    tail: [0xc3, 0xa9, 0x2c, 0xe6, 0x28],
    expected: { code: 'csv_encoding', row: 10_481, column: 2 },
  },
  {
    name: 'UTF-16 with an odd number of bytes',
    repeated: Buffer.from(`${'a'.repeat(2000)},b\n`, 'utf16le'),
    tail: [0x61],
    expected: { code: 'csv_encoding', row: 13_088, column: 1 },
  },
]

/** Yields chunks like a socket. Reuses the same buffer, so that memory growth is caused by the reader. */
export function* piecesOf(file: HostileFile): Generator<Uint8Array> {
  const repeated = typeof file.repeated === 'string' ? new TextEncoder().encode(file.repeated) : file.repeated
  const times = Math.floor(((file.megabytes ?? 50) * megabyte) / repeated.length)
  const perPiece = Math.max(1, Math.floor(pieceBytes / repeated.length))
  const piece = new Uint8Array(repeated.length * perPiece)
  for (let at = 0; at < piece.length; at += repeated.length) piece.set(repeated, at)
  if (file.head) yield new TextEncoder().encode(file.head)
  for (let left = times; left > 0; left -= perPiece)
    yield piece.subarray(0, Math.min(left, perPiece) * repeated.length)
  if (file.tail) yield Uint8Array.from(file.tail)
}
