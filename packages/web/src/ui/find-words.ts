/** Finds words in a text like the server's search: word prefixes, case-insensitive. */
import type { TextRange } from '@inlet/contract/workspace'

/** Scripts without spaces between words. */
const unspaced = /^[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/u

/** Undefined when the query has no word. */
export function wordPattern(query: string): RegExp | undefined {
  const words = [...new Set(query.match(/[\p{L}\p{N}]+/gu))].sort((a, b) => b.length - a.length)
  if (words.length === 0) return undefined
  const alternatives = words.map((word) => (unspaced.test(word) ? word : `(?<![\\p{L}\\p{N}])${word}`))
  return new RegExp(alternatives.join('|'), 'giu')
}

export function findWords(text: string, pattern: RegExp, limit = 1000): TextRange[] {
  const found: TextRange[] = []
  for (const match of text.matchAll(pattern)) {
    found.push({ start: match.index, end: match.index + match[0].length })
    if (found.length === limit) break
  }
  return found
}
