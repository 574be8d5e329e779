/** Locates a quote in a text. */

const variants: readonly [RegExp, string][] = [
  [/\s+/g, '\\s+'],
  [/['’‘ʼ]/g, "['’‘ʼ]"],
  [/["“”„]/g, '["“”„]'],
  [/[-‐‑–—]/g, '[-‐‑–—]'],
]

/** Every occurrence as whole words, ignoring case. */
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
