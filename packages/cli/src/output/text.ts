/** Text for a terminal: how wide it is, cut to fit, and without anything that could steer the terminal. */

/** Names come from disks and from servers: an escape sequence in one must not move the cursor or hide a line. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd')
}

const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u
const nothingBefore = /^[\p{Mn}\p{Me}\p{Cf}]/u
const segmenter = new Intl.Segmenter()

/** Columns the text takes. Exact for what file names hold; a terminal may still disagree on a rare emoji. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text))
    width += wide.test(segment) ? 2 : nothingBefore.test(segment) ? 0 : 1
  return width
}

/** Cut in the middle, so that both the folder and the extension stay readable. */
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
