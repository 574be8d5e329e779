/** Normalizes headers to lower-case words, so that `FirstName`, `first_name` and `First name` match the same patterns. */

export function headerText(name: string, question = ''): string {
  const spaced = spaceOut(name)
  const asked = spaceOut(question)
  return asked === '' || asked === spaced ? spaced : `${spaced} ${asked}`
}

function spaceOut(text: string): string {
  return text
    .slice(0, 2000)
    .normalize('NFC')
    .replace(/<[^>]{1,100}>/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\s]+/gu, ' ')
    .trim()
    .toLowerCase()
}

export function headerWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** True if at least one word is in `subject` and all others are in `subject` or `fillerWords`. */
export function isOnlyAbout(
  text: string,
  subject: ReadonlySet<string>,
  fillerWords: ReadonlySet<string>,
): boolean {
  const words = headerWords(text)
  return (
    words.some((word) => subject.has(word)) &&
    words.every((word) => subject.has(word) || fillerWords.has(word))
  )
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter(Boolean))
}
