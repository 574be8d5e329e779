import { describe, expect, it } from 'vitest'
import { isAba, isIban, isLuhn } from './checksums.ts'

describe('check digits', () => {
  it.each(['4111111111111111', '378282246310005', '6011111111111117'])(
    'are valid for the card %s',
    (digits) => {
      expect(isLuhn(digits)).toBe(true)
      expect(isLuhn(digits.replace(/\d$/, (last) => String((Number(last) + 1) % 10)))).toBe(false)
    },
  )

  it.each(['DE89370400440532013000', 'GB29 NWBK 6016 1331 9268 19', 'NO93 8601 1117 947'])(
    'agree for %s',
    (iban) => {
      expect(isIban(iban)).toBe(true)
      expect(isIban(iban.toLowerCase())).toBe(true)
      expect(isIban(iban.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)))).toBe(false)
    },
  )

  it('are valid for a routing number, and invalid after one digit changed', () => {
    expect(isAba('021000021')).toBe(true)
    expect(isAba('021000022')).toBe(false)
    expect(isAba('991000021')).toBe(false)
  })

  it('are invalid for empty input', () => {
    expect([isLuhn(''), isIban(''), isAba('')]).toEqual([false, false, false])
  })
})
