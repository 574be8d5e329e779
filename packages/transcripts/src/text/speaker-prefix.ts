/** Finds speakers that are written before the text, as `Name: text`. */

export type Prefixed = { readonly name: string; readonly text: string; readonly isMarked: boolean }

const maxChars = 40
const maxWords = 5
const marker = /^\s*>>\s*/
const abbreviation = /(?:^|\s)(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Hr|Fr)\.$/iu

/** `isMarked` if `>>`, the sign of a new speaker, precedes the name. Null if no name does. */
export function readPrefix(line: string): Prefixed | null {
  const mark = marker.exec(line)
  const start = mark?.[0].length ?? 0
  // Only this many characters can belong to a name.
  const head = line.slice(start, start + maxChars + 2)
  const colon = /[:：]/u.exec(head)
  if (!colon) return null
  const after = line.slice(start + colon.index + 1)
  if (colon[0] === ':' && after !== '' && !/^\s/u.test(after)) return null
  const name = head.slice(0, colon.index).trim()
  return isName(name) ? { name, text: after.trim(), isMarked: mark !== null } : null
}

/** A letter, at most 40 characters and five words, no end of a sentence, no address. */
export function isName(name: string): boolean {
  if (name.length > maxChars || !/\p{L}/u.test(name) || name.includes('//')) return false
  if (/[!?…。！？:：]/u.test(name) || name.split(/\s+/u).length > maxWords) return false
  return [...name.matchAll(/\.(?=\s|$)/gu)].every(({ index }) => abbreviation.test(name.slice(0, index + 1)))
}

/** Whether prefixes are names: one that occurs twice shows that the file writes speakers like this. */
export function repeatsPrefix(lines: Iterable<string>): boolean {
  const seen = new Set<string>()
  for (const line of lines) {
    const name = readPrefix(line)?.name
    if (name === undefined) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}
