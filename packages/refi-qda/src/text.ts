/** Text as it is written to an archive, and positions in it. */

const byteOrderMark = '\ufeff'

/** What XML 1.0 forbids, even escaped: control characters, half surrogates, U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export const withoutForbidden = (text: string): string => text.replace(forbidden, '')

export const hasForbidden = (text: string): boolean => text.search(forbidden) !== -1

/** Line feeds only, without a byte order mark: programs disagree about how others count. */
export function plainText(text: string): string {
  const unmarked = text.startsWith(byteOrderMark) ? text.slice(1) : text
  return withoutForbidden(unmarked.replace(/\r\n?/g, '\n'))
}

/** Positions in REFI-QDA count code points, not UTF-16 units. */
export function countCodePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit < 0xdc00 || unit > 0xdfff) count += 1
  }
  return count
}
