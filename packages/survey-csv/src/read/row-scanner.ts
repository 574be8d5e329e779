/**
 * The CSV state machine, independent of chunk boundaries. Rules for what CSV leaves open:
 * - A line ends with CRLF, LF or CR. A blank line counts in row numbers.
 * - A quote opens a quoted cell only as its first character; elsewhere it is text (`5" screen`).
 * - After the closing quote, only a delimiter or a line end may follow. Anything else means that quotes are out of step, and
 *   guessing would shift every answer that follows.
 */
import { type CsvPlace, placeText, SurveyCsvError } from '../errors.ts'
import { RowBuilder, type RowBuilderOptions } from './row-builder.ts'

const LF = 10
const CR = 13
const QUOTE = 34
const BOM = 0xfeff

type Mode = 'cell start' | 'plain' | 'quoted' | 'after quote'

export class RowScanner {
  readonly rows: RowBuilder
  readonly #delimiter: number
  /** Characters above this code are plain text, so most characters need only one comparison. */
  readonly #highestSpecial: number
  #mode: Mode = 'cell start'
  /** The part of the cell that is in earlier chunks or before a doubled quote. */
  #cellStart = ''
  #skipLineFeed = false
  #isFirstChunk = true

  constructor(options: RowBuilderOptions & { readonly delimiter: string }) {
    this.rows = new RowBuilder(options)
    this.#delimiter = options.delimiter.charCodeAt(0)
    this.#highestSpecial = Math.max(this.#delimiter, QUOTE)
  }

  push(given: string): void {
    const chunk = this.#isFirstChunk && given.charCodeAt(0) === BOM ? given.slice(1) : given
    if (given !== '') this.#isFirstChunk = false
    const nul = chunk.indexOf('\0')
    this.#scan(nul === -1 ? chunk : chunk.slice(0, nul))
    if (nul !== -1) throw nulCharacter(this.rows.place)
  }

  end(): void {
    if (this.#mode === 'quoted') throw unclosedQuote(this.rows.place)
    if (this.#mode !== 'cell start' || !this.rows.isAtRowStart) this.#endRow('', 0, 0)
  }

  #scan(chunk: string): void {
    let at = this.#skipLineFeed && chunk.charCodeAt(0) === LF ? 1 : 0
    if (chunk !== '') this.#skipLineFeed = false
    while (at < chunk.length) {
      if (this.#mode === 'quoted') at = this.#scanQuoted(chunk, at)
      else if (this.#mode === 'after quote') at = this.#scanAfterQuote(chunk, at)
      else at = this.#scanPlain(chunk, at)
    }
  }

  /** Reads cells up to the first quoted one or the end of the chunk, and returns the index to continue at. */
  #scanPlain(chunk: string, start: number): number {
    const delimiter = this.#delimiter
    const highestSpecial = this.#highestSpecial
    let from = start
    for (let at = start; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (code > highestSpecial) continue
      if (code === delimiter) {
        this.#endCell(chunk, from, at)
        from = at + 1
      } else if (code === LF || code === CR) {
        if (at === from && this.#cellStart === '' && this.rows.isAtRowStart) this.rows.endBlankLine()
        else this.#endRow(chunk, from, at)
        at = this.#endOfLine(chunk, at, code)
        from = at + 1
      } else if (code === QUOTE && at === from && this.#cellStart === '') {
        return this.#scanQuoted(chunk, at + 1)
      }
    }
    if (from < chunk.length) {
      this.#mode = 'plain'
      this.#cellStart += chunk.slice(from)
      this.rows.checkLength(this.#cellStart.length, false)
    }
    return chunk.length
  }

  #scanQuoted(chunk: string, start: number): number {
    let from = start
    let at = nextQuote(chunk, from)
    while (at !== -1 && chunk.charCodeAt(at + 1) === QUOTE) {
      this.#cellStart += chunk.slice(from, at + 1)
      from = at + 2
      at = nextQuote(chunk, from)
    }
    const to = at === -1 ? chunk.length : at
    if (to > from) this.#cellStart += chunk.slice(from, to)
    this.#mode = at === -1 ? 'quoted' : 'after quote'
    this.rows.checkLength(this.#cellStart.length, true)
    return to + 1 < chunk.length ? this.#scanAfterQuote(chunk, to + 1) : chunk.length
  }

  #scanAfterQuote(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at)
    if (code === this.#delimiter) {
      this.#endCell(chunk, at, at)
      return at + 1
    }
    if (code === LF || code === CR) {
      this.#endRow(chunk, at, at)
      return this.#endOfLine(chunk, at, code) + 1
    }
    if (code !== QUOTE) throw misplacedQuote(this.rows.place)
    // The other half of this doubled quote was the end of the last chunk.
    this.#cellStart += '"'
    this.#mode = 'quoted'
    return at + 1
  }

  #endCell(chunk: string, from: number, to: number): void {
    const isQuoted = this.#mode === 'after quote'
    this.rows.checkLength(this.#cellStart.length + to - from, isQuoted)
    this.rows.endCell(this.#cellStart, chunk, from, to)
    this.#cellStart = ''
    this.#mode = 'cell start'
  }

  #endRow(chunk: string, from: number, to: number): void {
    this.#endCell(chunk, from, to)
    this.rows.endRow()
  }

  /** The index of the last character of the line end. The LF of a CRLF may be in the next chunk. */
  #endOfLine(chunk: string, at: number, code: number): number {
    if (code === LF) return at
    this.#skipLineFeed = at + 1 === chunk.length
    return !this.#skipLineFeed && chunk.charCodeAt(at + 1) === LF ? at + 1 : at
  }
}

function misplacedQuote(place: CsvPlace): SurveyCsvError {
  const message = `${placeText(place)}: text follows a closing quotation mark. Write a quotation mark inside a quoted cell twice ("").`
  return new SurveyCsvError({ ...place, code: 'csv_quote_misplaced', message })
}

function unclosedQuote(place: CsvPlace): SurveyCsvError {
  const message = `${placeText(place)}: the quotation mark that opens the cell is never closed.`
  return new SurveyCsvError({ ...place, code: 'csv_quote_unclosed', message })
}

function nulCharacter(place: CsvPlace): SurveyCsvError {
  const message = `${placeText(place)}: the cell contains a NUL character, which is not allowed in text.`
  return new SurveyCsvError({ ...place, code: 'csv_nul_character', message })
}

/** Empty quoted cells are common, and the built-in search is slow to start. */
function nextQuote(chunk: string, from: number): number {
  return chunk.charCodeAt(from) === QUOTE ? from : chunk.indexOf('"', from)
}
