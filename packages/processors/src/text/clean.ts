/**
 * Makes a string storable: PostgreSQL rejects NUL, and UTF-8 cannot encode lone surrogates. Other control characters
 * have no meaning in the text of a page.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .toWellFormed()
}
