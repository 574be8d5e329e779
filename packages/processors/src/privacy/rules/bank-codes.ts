/** International account numbers and bank codes, which have a form of their own. Pure. */

import { isIban } from './checksums.ts'
import type { Finding } from './finding.ts'
import type { Reading } from './reading.ts'
import { textBefore } from './reading.ts'

const iban =
  /(?<![\p{L}\p{N}])[A-Z]{2}[\s-]?\d{2}(?:[\s-]?[A-Z0-9]{4}){2,7}(?:[\s-]?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/giu
const bic =
  /(?<![\p{L}\p{N}])[A-Z]{4}[\s-]?[A-Z]{2}[\s-]?[A-Z0-9]{2}(?:[\s-]?[A-Z0-9]{3})?(?![\p{L}\p{N}])/giu
const ifsc = /(?<![\p{L}\p{N}])[A-Z]{4}0[A-Z0-9]{6}(?![\p{L}\p{N}])/giu
/** What a car or a person would hold: a licence number of the United Kingdom. */
const ukLicence = /(?<![\p{L}\p{N}])[A-Z9]{5}\d{6}[A-Z9]{2}[A-Z0-9]{3}(?:\s?\d\d)?(?![\p{L}\p{N}])/giu

export function findBankCodes(reading: Reading): Finding[] {
  const found: Finding[] = []
  const { text } = reading
  for (const match of text.matchAll(iban)) {
    const [end, isValid] = longestIban(match[0])
    const isTold =
      /\b(?:iban|account|konto|cuenta|compte|conto|conta|rekening|transfer\w*|wire|pay|bank)\b/.test(
        textBefore(reading, match.index, 60),
      )
    const isWhole = /^[A-Z]{2}\d|^[a-z]{2}\d/.test(match[0])
    if (isValid || (isTold && isWhole))
      found.push({
        start: match.index,
        end: match.index + end,
        category: 11,
        confidence: isValid ? 0.99 : 0.9,
      })
    else if (/^[A-Z]{2}\d{2}/.test(match[0]) && match[0].replace(/[^0-9]/g, '').length >= 12)
      found.push({ start: match.index, end: match.index + end, category: 11, confidence: 0.7 })
  }
  for (const match of text.matchAll(bic)) {
    const isTold =
      /\b(?:bic|swift|swift code|bic code|bank code|bank identifier(?: code)?)(?: (?:number|code|is|of|lautet|es|est|for|my|our|the|bank|=))*\W{0,4}$/.test(
        textBefore(reading, match.index, 50),
      )
    if (isTold && /^[A-Z]{6}|\d/.test(match[0].toUpperCase()) && !/^(?:code|number|address)/i.test(match[0]))
      found.push({ start: match.index, end: match.index + match[0].length, category: 11, confidence: 0.95 })
  }
  for (const match of text.matchAll(ifsc))
    found.push({ start: match.index, end: match.index + match[0].length, category: 11, confidence: 0.9 })
  for (const match of text.matchAll(ukLicence)) {
    if (/[a-z]/i.test(match[0].slice(0, 5)))
      found.push({ start: match.index, end: match.index + match[0].length, category: 10, confidence: 0.9 })
  }
  return found
}

/** The pattern may have swallowed the next word: the longest beginning whose check digits agree. */
function longestIban(match: string): [number, boolean] {
  for (let end = match.length; end >= 15; end -= 1) {
    if (
      !/[\s-]/.test(match[end - 1] ?? ' ') &&
      /^(?:$|[\s-])/.test(match.slice(end)) &&
      isIban(match.slice(0, end))
    )
      return [end, true]
  }
  return [match.length, false]
}
