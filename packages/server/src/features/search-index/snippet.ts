/** An excerpt around the matches with their ranges, as plain text. */
import type { Snippet } from '@inlet/contract/workspace'
import { findHighlights } from './search-query.ts'

const charsBefore = 60
const charsInAll = 240

export function snippetOf(text: string, query: string): Snippet {
  const [first] = findHighlights(text, query, 1)
  const start = first && first.start > charsBefore ? wordStart(text, first.start - charsBefore) : 0
  const end = Math.min(text.length, wordEnd(text, start + charsInAll))
  const piece = text.slice(start, end)
  return {
    text: piece,
    highlights: findHighlights(piece, query),
    is_cut_before: start > 0,
    is_cut_after: end < text.length,
  }
}

/** Avoids cutting words, except overlong ones, and never splits a character. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + 30).search(/\s/u)
  const start = space === -1 ? at : at + space + 1
  return isLowHalf(text, start) ? start + 1 : start
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.slice(at, at + 30).search(/\s/u)
  const end = space === -1 ? at : at + space
  return isLowHalf(text, end) ? end + 1 : end
}

function isLowHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
