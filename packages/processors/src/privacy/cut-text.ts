/** A long text in pieces that can be analysed alone. Pure. */

export type Piece = { readonly start: number; readonly text: string }

/**
 * Cuts behind a paragraph, else a sentence, else a word. Each piece begins some way before the end of the one before,
 * so that what stands at a cut is seen whole, with the words that introduce it.
 */
export function cutText(
  text: string,
  { maxChars, overlapChars }: { maxChars: number; overlapChars: number },
): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  while (text.length - start > maxChars) {
    const end = cutBefore(text, start + Math.floor(maxChars / 2), start + maxChars)
    pieces.push({ start, text: text.slice(start, end) })
    // Never so far back that a piece would not get on.
    start = Math.max(
      start + 1,
      cutBefore(
        text,
        Math.max(start + 1, end - overlapChars),
        Math.max(start + 1, end - Math.floor(overlapChars / 2)),
      ),
    )
  }
  pieces.push({ start, text: text.slice(start) })
  return pieces
}

const borders = [/\n\s*\n/g, /[.!?…]["”')\]]*\s+|\n/g, /\s+/g]

/** The last good place to cut in a range; its end when there is none. */
function cutBefore(text: string, from: number, to: number): number {
  const range = text.slice(from, to)
  for (const border of borders) {
    let found = -1
    for (const match of range.matchAll(border)) found = match.index + match[0].length
    if (found > 0) return from + found
  }
  // Between two halves of one character is no place to cut.
  return isLowSurrogate(text, to) && to - 1 > from ? to - 1 : to
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff
}
