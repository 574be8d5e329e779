/** Breaks text into lines of a given width. Pure; `measure` gives the width of a text in pixels. */
export type Measure = (text: string) => number

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** At spaces, and within words that are wider than a line. The last of `maxLines` ends with an ellipsis if text is left. */
export function wrapText(text: string, width: number, measure: Measure, maxLines = 3): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const joined = line === '' ? word : `${line} ${word}`
    if (measure(joined) <= width) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    const parts = breakWord(word, width, measure)
    line = parts.pop() ?? ''
    lines.push(...parts)
  }
  lines.push(line)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), shorten(lines[maxLines - 1] ?? '', width, measure)]
}

function breakWord(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && measure(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}

function shorten(line: string, width: number, measure: Measure): string {
  const letters = Array.from(graphemes.segment(line), ({ segment }) => segment)
  while (letters.length > 0 && measure(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
