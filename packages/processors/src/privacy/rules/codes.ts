/** Codes that mix letters and digits with hyphens (2023-CV-10442), and numbers that spell a word (1-800-FLOWERS). Pure. */

import { classifyRun } from './figures.ts'
import type { Finding } from './finding.ts'
import type { Reading } from './reading.ts'

const code =
  /(?<![\p{L}\p{N}-])(?=[A-Z\d/-]{0,40}\d)(?:[A-Z\d]{1,10}[-/]){1,5}[A-Z\d]{1,12}(?![\p{L}\p{N}-])/gu
const vanity = /(?<![\p{L}\p{N}])(?:1[\s.-]?)?8(?:00|33|44|55|66|77|88)[\s.-][A-Z]{4,10}(?![\p{L}\p{N}])/gu

/** Number plates of the United Kingdom: LB19 XYZ. */
const plate = /(?<![\p{L}\p{N}-])[A-Z]{2}\d{2}\s?[A-Z]{3}(?![\p{L}\p{N}])/gu

export function findCodes(reading: Reading): Finding[] {
  const found: Finding[] = []
  for (const match of reading.text.matchAll(code)) {
    const letters = match[0].replace(/[^A-Z]/g, '').length
    const digits = match[0].replace(/\D/g, '')
    if (letters === 0 || digits.length < 2) continue
    const start = match.index
    const end = start + match[0].length
    const from = reading.tokens.findIndex((token) => token.start >= start)
    const run = {
      start,
      end,
      from,
      digits,
      groups: [digits],
      letters,
      isSpoken: false,
      isCardinal: false,
      hasPlus: false,
    }
    const finding = classifyRun(reading, run)
    if (finding !== null) found.push({ ...finding, confidence: Math.min(0.97, finding.confidence + 0.01) })
  }
  for (const match of reading.text.matchAll(vanity)) {
    found.push({ start: match.index, end: match.index + match[0].length, category: 4, confidence: 0.9 })
  }
  for (const match of reading.text.matchAll(plate)) {
    found.push({ start: match.index, end: match.index + match[0].length, category: 17, confidence: 0.8 })
  }
  return found
}
