/** Which characters the name of a project, survey, file, insight or media file may contain: one rule for all of them. */

/**
 * Embeddings, overrides and isolates can make "exe.txt" look like "txt.exe". The directional marks U+200E, U+200F and
 * U+061C cannot: they only place punctuation and numbers in Hebrew and Arabic text, so they are allowed.
 */
const forbidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

export const forbiddenCharactersMessage =
  'must not contain control characters or bidirectional embeddings, overrides and isolates (U+202A to U+202E, U+2066 to U+2069)'

export function hasForbiddenCharacters(name: string): boolean {
  return forbidden.test(name) || !name.isWellFormed()
}
