/** Converts user input to a PostgreSQL query and finds the matching words in a text. */

/** Scripts without spaces between words, indexed as single characters; must match `searchable_words`. */
const unspaced = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/gu
const maxQueryChars = 500

/** Input for websearch_to_tsquery. Characters of unspaced scripts must be adjacent, as in a quoted phrase. */
export function toSearchQuery(query: string): string {
  return query
    .replaceAll('\0', ' ')
    .toWellFormed()
    .slice(0, maxQueryChars)
    .replace(unspaced, (run) => ` "${Array.from(run).join(' ')}" `)
}

export const hasUnspaced = (query: string): boolean => query.search(unspaced) !== -1

export interface Highlight {
  start: number
  end: number
}

/** Ranges of words that start with a query word, ordered and without overlap. */
export function findHighlights(text: string, query: string, limit = 50): Highlight[] {
  const words = wantedWords(query)
  if (words.length === 0) return []
  const alternatives = words.map((word) => {
    const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    return unspacedWord.test(word) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}[\\p{L}\\p{N}]*`
  })
  const pattern = new RegExp(alternatives.join('|'), 'giu')
  const found: Highlight[] = []
  for (const match of text.matchAll(pattern)) {
    found.push({ start: match.index, end: match.index + match[0].length })
    if (found.length === limit) break
  }
  return found
}

const unspacedWord = /^[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/u

/** Longest first, so that a short word does not hide a longer one with the same prefix. */
function wantedWords(query: string): string[] {
  const kept = query.slice(0, maxQueryChars).replaceAll(/(?:^|\s)-\S+/g, ' ')
  const words = kept.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => word.toLowerCase() !== 'or'))].sort((a, b) => b.length - a.length)
}
