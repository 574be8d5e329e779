/** Gives every word of a cue a time: its own, or one in proportion to the lengths of the words around it. */
import { oneLine } from '../text/one-line.ts'
import type { CueWord } from '../transcript.ts'
import type { SegmentWord } from './segment.ts'

export type CueTimes = { readonly startMs: number; readonly endMs: number }

export function alignWords(
  text: string,
  { startMs, endMs }: CueTimes,
  timed: readonly CueWord[] = [],
): SegmentWord[] {
  const tokens = text.split(' ')
  const spans = timed.length === 0 ? null : locate(tokens, timed)
  if (!spans) return spread(tokens, startMs, endMs)
  const words: SegmentWord[] = []
  for (let from = 0; from < tokens.length; ) {
    const span = spans[from]
    if (span) {
      const start = clamp(span.startMs, words.at(-1)?.startMs ?? startMs, endMs)
      words.push({ ...span, startMs: start, endMs: clamp(span.endMs, start, endMs) })
      from += 1
      continue
    }
    let to = from + 1
    while (to < tokens.length && !spans[to]) to += 1
    const latest = words.at(-1)?.endMs ?? startMs
    words.push(...spread(tokens.slice(from, to), latest, clamp(spans[to]?.startMs ?? endMs, latest, endMs)))
    from = to
  }
  return words
}

function spread(tokens: readonly string[], startMs: number, endMs: number): SegmentWord[] {
  const total = tokens.reduce((sum, token) => sum + token.length + 1, 0)
  let chars = 0
  const at = () => Math.round(startMs + ((endMs - startMs) * chars) / total)
  return tokens.map((text) => {
    const from = at()
    chars += text.length + 1
    return { text, startMs: from, endMs: at(), isApproximate: true }
  })
}

type Piece = {
  readonly text: string
  readonly startMs: number | null
  readonly endMs: number | null
  readonly isApproximate: boolean
}

/**
 * The times of the words, null where one has none. Compares letters, because engines split words differently and some
 * languages have no spaces. Null if both do not say the same.
 */
function locate(tokens: readonly string[], timed: readonly CueWord[]): (SegmentWord | null)[] | null {
  const pieces = timed.flatMap(splitPiece)
  if (pieces.map(({ text }) => text).join('') !== tokens.join('')) return null
  let index = 0
  let used = 0
  return tokens.map((text) => {
    const parts: Piece[] = []
    const isInside = used > 0
    for (let left = text.length; left > 0; ) {
      const piece = pieces[index]
      if (!piece) break
      const taken = Math.min(left, piece.text.length - used)
      parts.push(piece)
      left -= taken
      used += taken
      if (used < piece.text.length) break
      index += 1
      used = 0
    }
    return joinPieces(text, parts, isInside || used > 0)
  })
}

/** A punctuation mark of its own has no time. */
function joinPieces(text: string, parts: readonly Piece[], isPartial: boolean): SegmentWord | null {
  const startMs = parts.find((part) => part.startMs !== null)?.startMs ?? null
  const endMs = parts.findLast((part) => part.endMs !== null)?.endMs ?? null
  if (startMs === null || endMs === null) return null
  return { text, startMs, endMs, isApproximate: isPartial || parts.some((part) => part.isApproximate) }
}

/** A piece of several words has one time for all of them. */
function splitPiece({ text, startMs, endMs, isApproximate = false }: CueWord): Piece[] {
  const tokens = oneLine(text).split(' ')
  if (tokens.length > 1 && startMs !== null && endMs !== null) return spread(tokens, startMs, endMs)
  return tokens
    .filter((token) => token !== '')
    .map((token) => ({ text: token, startMs, endMs, isApproximate }))
}

function clamp(ms: number, least: number, most: number): number {
  return Math.max(least, Math.min(ms, Math.max(least, most)))
}
