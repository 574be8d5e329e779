/** Cuts results to the size that an agent can take. Offsets count Unicode code points. Pure. */

export const maxResultChars = 60_000
/** For the fields around the rows: names, counts and the cursor. */
const envelopeChars = 6_000
/** JSON writes a control character as six, so a passage of this length fits into a result. */
export const maxPassageChars = 8_000
const maxNameChars = 200

export interface Span {
  start: number
  end: number
  text: string
}

export const codePointsIn = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The text in pieces of at most `maxPassageChars`, from an offset on. A text without characters is one piece. */
export function splitText(text: string, from = 0): Span[] {
  if (from === 0 && text.length <= maxPassageChars) return [{ start: 0, end: codePointsIn(text), text }]
  const characters = Array.from(text)
  const spans: Span[] = []
  for (let start = from; start < characters.length; start += maxPassageChars) {
    const piece = characters.slice(start, start + maxPassageChars)
    spans.push({ start, end: start + piece.length, text: piece.join('') })
  }
  return spans
}

export function clipText(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : Array.from(text).slice(0, maxChars).join('')
}

export const clipName = (name: string): string => clipText(name, maxNameChars)

/** Collects rows until the result is full. */
export interface ResultSpace {
  /** False when the row does not fit any more; the first one always fits. */
  add(row: unknown): boolean
}

export function createResultSpace(): ResultSpace {
  let left = maxResultChars - envelopeChars
  let isEmpty = true
  return {
    add(row) {
      const chars = JSON.stringify(row).length + 1
      if (!isEmpty && chars > left) return false
      isEmpty = false
      left -= chars
      return true
    },
  }
}

/** The first rows that fit. */
export function fitRows<Row>(rows: readonly Row[]): Row[] {
  const space = createResultSpace()
  const end = rows.findIndex((row) => !space.add(row))
  return end === -1 ? [...rows] : rows.slice(0, end)
}

export interface Match {
  start: number
  end: number
}

const excerptChars = 600
const charsBefore = 200

/** The text around the first match, which is given in UTF-16 units; all of it if it is short. */
export function excerptOf(text: string, match: Match | undefined): Span {
  if (text.length <= 2 * excerptChars) return { start: 0, end: codePointsIn(text), text }
  const first = Math.max(0, Math.min((match?.start ?? 0) - charsBefore, text.length - excerptChars))
  const from = wordStart(text, first)
  const to = wordEnd(text, from + excerptChars)
  const start = codePointsIn(text.slice(0, from))
  const piece = text.slice(from, to)
  return { start, end: start + codePointsIn(piece), text: piece }
}

const longestWord = 40

function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.slice(at, at + longestWord).search(/\s/u)
  return atCharacter(text, space === -1 ? at : at + space + 1)
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.slice(at, at + longestWord).search(/\s/u)
  return atCharacter(text, space === -1 ? at : at + space)
}

/** Never between the halves of a character. */
function atCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
