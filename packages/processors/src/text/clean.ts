/**
 * Makes any string storable: PostgreSQL refuses a NUL, and UTF-8 has no place for half a surrogate pair. Other control
 * characters carry no meaning in a page's text and confuse whatever shows it.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .toWellFormed()
}
