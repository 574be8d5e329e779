/** Text for a terminal: its width, truncated to fit, and without control sequences. */

/**
 * Names come from disks and servers: an escape sequence in one must not move the cursor or hide a line. Directional
 * marks, which Hebrew and Arabic names need, are harmless.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, '\ufffd')
}

const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u
const nothingBefore = /^[\p{Mn}\p{Me}\p{Cf}]/u
const segmenter = new Intl.Segmenter()

/** The number of terminal columns. Terminals may disagree on rare emoji. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text))
    width += wide.test(segment) ? 2 : nothingBefore.test(segment) ? 0 : 1
  return width
}

/** Truncates in the middle, so that both the folder and the extension stay readable. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns <= 1) return columns <= 0 ? '' : '…'
  const tail = take([...segments(text)].toReversed(), Math.floor((columns - 1) / 2)).toReversed()
  const head = take([...segments(text)], columns - 1 - widthOf(tail.join('')))
  return `${head.join('')}…${tail.join('')}`
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

function* segments(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment
}

function take(pieces: readonly string[], columns: number): string[] {
  const taken: string[] = []
  let left = columns
  for (const piece of pieces) {
    left -= widthOf(piece)
    if (left < 0) break
    taken.push(piece)
  }
  return taken
}
