/** Phone numbers by the way their digits are grouped. */

import type { NumberCandidate } from './number-runs.ts'

/** Digits per group, without a country code: North America, Europe, India, Australia, Brazil, East Asia. */
const groupings = new Set([
  '3-3-4',
  '1-3-3-4',
  '2-3-3-4',
  '3-4',
  '5-5',
  '5-6',
  '4-6',
  '4-7',
  '4-3-3',
  '4-3-4',
  '3-3-3',
  '3-4-4',
  '2-4-4',
  '2-5-4',
  '3-2-2-2',
  '2-2-2-2-2',
  '2-3-2-2',
  '3-3-2-2',
  '2-2-2-2',
  '3-3-2-3',
  '4-2-2-2',
  '3-7',
  '3-8',
  '2-8',
  '2-7',
  '3-6',
  '5-3-3',
  '4-4-3',
  '1-2-2-2-2',
  '3-2-3-2',
  '3-2-3',
  '1-3-3-3',
  '3-3-5',
])

export function isPhoneShape(run: NumberCandidate): boolean {
  const { digits, groups, letters } = run
  const count = digits.length
  if (letters > 0 || run.isCardinal) return false
  if (run.hasPlus) return count >= 7 && count <= 15
  if (run.isSpoken) return false
  if (/^00[1-9]/.test(digits) && count >= 10 && count <= 16 && groups.length > 1) return true
  const shape = groups.map((group) => group.length).join('-')
  const isTrunk = digits.startsWith('0') && count >= 9 && count <= 12
  if (isTrunk && (groups.length > 1 || count >= 10)) return true
  if (groups.length === 1) return /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits)
  if (shape === '3-3-4') return /^[1-9]/.test(digits)
  if (shape === '2-2-2-2' || shape === '3-2-3' || shape === '3-2-2-2' || shape === '3-3-3')
    return /^[2-9]/.test(digits) && (shape !== '3-3-3' || /^[679]/.test(digits))
  return groupings.has(shape) && count >= 7
}
