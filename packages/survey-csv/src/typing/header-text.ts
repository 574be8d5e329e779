/** Normalizes headers to folded words, so that `FirstName`, `first_name` and `First name` match the same terms. */
import { foldText } from '../languages/fold.ts'

export function headerText(name: string, question = ''): string {
  const spaced = spaceOut(name)
  const asked = spaceOut(question)
  return asked === '' || asked === spaced ? spaced : `${spaced} ${asked}`
}

function spaceOut(text: string): string {
  const spaced = text
    .slice(0, 2000)
    .normalize('NFC')
    .replace(/<[^>]{1,100}>/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_\s]+/gu, ' ')
    .trim()
  return foldText(spaced)
}

export function headerWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** True if at least one word is in `subject` and all others are in `subject` or `fillerWords`. */
export function isOnlyAbout(
  words: readonly string[],
  subject: ReadonlySet<string>,
  fillerWords: ReadonlySet<string>,
): boolean {
  return (
    words.some((word) => subject.has(word)) &&
    words.every((word) => subject.has(word) || fillerWords.has(word))
  )
}
