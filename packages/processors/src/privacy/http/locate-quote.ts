/** Where a text says what somebody quotes from it. Pure. */

const variants: readonly [RegExp, string][] = [
  [/\s+/g, '\\s+'],
  [/['’‘ʼ]/g, "['’‘ʼ]"],
  [/["“”„]/g, '["“”„]'],
  [/[-‐‑–—]/g, '[-‐‑–—]'],
]

/** All of its places, as whole words and whatever the case; none when the text does not say it. */
export function locateQuote(text: string, quote: string): { start: number; end: number }[] {
  const words = quote.trim()
  if (words === '') return []
  let pattern = words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  for (const [sign, any] of variants) pattern = pattern.replace(sign, any)
  const before = /^[\p{L}\p{N}]/u.test(words) ? '(?<![\\p{L}\\p{N}])' : ''
  const after = /[\p{L}\p{N}]$/u.test(words) ? '(?![\\p{L}\\p{N}])' : ''
  const found = text.matchAll(new RegExp(`${before}${pattern}${after}`, 'giu'))
  return [...found].map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
