/** Splits a long text into overlapping pieces that can be analyzed separately. */

export type Piece = { readonly start: number; readonly text: string }

/**
 * Cuts after a paragraph, a sentence or a word, whichever is possible. Pieces overlap, so that data at a cut is seen
 * whole and with its context.
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
    // Every piece starts after the previous one, so the loop ends.
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

/** The last good place to cut within a range, or else its end. */
function cutBefore(text: string, from: number, to: number): number {
  const range = text.slice(from, to)
  for (const border of borders) {
    let found = -1
    for (const match of range.matchAll(border)) found = match.index + match[0].length
    if (found > 0) return from + found
  }
  // Never between the halves of a surrogate pair.
  return isLowSurrogate(text, to) && to - 1 > from ? to - 1 : to
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff
}
