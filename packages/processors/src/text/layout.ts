/**
 * Breaks plain text into pages of fixed columns and rows. Doing it here guarantees that the text of page 7 is what the
 * rendered page 7 shows.
 */

export const pageColumns = 80
export const pageRows = 60
const tabColumns = 8

export type TextPage = {
  /** As rendered: tabs as spaces, long lines broken. */
  readonly rows: readonly string[]
  /** As written. */
  readonly text: string
}

/** Accepts the text in chunks of any size; a form feed starts a new page. */
export async function* paginate(chunks: AsyncIterable<string>): AsyncGenerator<TextPage> {
  let page: { rows: string[]; parts: string[] } = { rows: [], parts: [] }
  const finish = () => {
    const finished = { rows: page.rows, text: page.parts.join('') }
    page = { rows: [], parts: [] }
    return finished
  }
  for await (const { row, source, endsPage } of breakRows(chunks)) {
    page.rows.push(row)
    page.parts.push(source)
    if (endsPage || page.rows.length === pageRows) yield finish()
  }
  if (page.rows.length > 0) yield finish()
}

type Row = { readonly row: string; readonly source: string; readonly endsPage: boolean }

async function* breakRows(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  let rest = ''
  for await (const chunk of chunks) {
    rest += chunk
    // Text after the last line end is buffered, unless it exceeds a page.
    const complete = rest.length > pageColumns * pageRows ? rest.length - pageColumns * 2 : 0
    const end = Math.max(lastLineEnd(rest), complete)
    if (end === 0) continue
    let at = 0
    while (at < end) {
      const row = takeRow(rest, at)
      yield row
      at += row.source.length
    }
    rest = rest.slice(at)
  }
  for (let at = 0; at < rest.length; ) {
    const row = takeRow(rest, at)
    yield row
    at += row.source.length
  }
}

function lastLineEnd(text: string): number {
  return Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\f')) + 1
}

/** One row from `start`: to the line end, or to the last space that fits, or to the last character that fits. */
function takeRow(text: string, start: number): Row {
  let row = ''
  let columns = 0
  let at = start
  let lastSpace: { at: number; row: string } | null = null
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const next = at + character.length
    if (character === '\n' || character === '\f') {
      return { row, source: text.slice(start, next), endsPage: character === '\f' }
    }
    const shown = character === '\t' ? ' '.repeat(tabColumns - (columns % tabColumns)) : character
    const width = character === '\t' ? shown.length : columnsOf(character)
    if (columns + width > pageColumns && at > start) {
      const cut = lastSpace ?? { at, row }
      return { row: cut.row, source: text.slice(start, cut.at), endsPage: false }
    }
    row += shown
    columns += width
    at = next
    if (character === ' ') lastSpace = { at, row }
  }
  return { row, source: text.slice(start), endsPage: false }
}

type Range = readonly [first: number, last: number]

/**
 * Combining accents. Vowel signs of Indic and other scripts combine as well, but count as a column: without their font
 * each is rendered as a box.
 */
const accents: readonly Range[] = [
  [0x0300, 0x036f],
  [0x0483, 0x0489],
  [0x0591, 0x05c7],
  [0x0610, 0x061a],
  [0x064b, 0x065f],
  [0xfe00, 0xfe0f],
]

/** CJK characters and most pictographs take two columns. */
const wide: readonly Range[] = [
  [0x1100, 0x115f],
  [0x2e80, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
]

const invisible = /\p{Cf}/u

function columnsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  const isIn = ([first, last]: Range) => code >= first && code <= last
  if (code < 0x0300) return 1
  if (wide.some(isIn)) return 2
  return accents.some(isIn) || invisible.test(character) ? 0 : 1
}
