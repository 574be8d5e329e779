/** Find and replace in one line. */

/** The replacement is inserted as it is: `$1` has no meaning. */
export function replaceText(
  text: string,
  pattern: RegExp,
  replacement: string,
): { text: string; matchCount: number } {
  let matchCount = 0
  const replaced = text.replace(pattern, () => {
    matchCount += 1
    return replacement
  })
  return { text: replaced, matchCount }
}

/** One space between words, as a line is shown. */
export const oneLine = (text: string): string => text.trim().split(/\s+/).join(' ')
