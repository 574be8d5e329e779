import { describe, expect, it } from 'vitest'
import type { CategoryId } from '../categories.ts'
import { allCategories, Category, piiCategories } from '../categories.ts'
import { detectByRules } from './detect-by-rules.ts'

/** As `label: text`. */
function detected(text: string, categories: readonly CategoryId[] = allCategories): string[] {
  return detectByRules(text, categories).map(
    (each) => `${piiCategories[each.category].label}: ${text.slice(each.start, each.end)}`,
  )
}

describe('the requested categories', () => {
  it('are the only ones reported', () => {
    expect(detected('Anna, 34, lives in Oslo.', [Category.age])).toEqual(['age: 34'])
    expect(detected('Anna, 34, lives in Oslo.', [])).toEqual([])
  })

  it('include narrower categories that were not requested', () => {
    expect(detected('I was born on 4/4/1981.', [Category.date])).toEqual(['date: 4/4/1981'])
    expect(detected('Call me on 620.719.8011.', [Category.numberSequence])).toEqual(['number: 620.719.8011'])
  })

  it('include any number if several kinds of numbers are requested', () => {
    const numbers = [
      Category.phoneNumber,
      Category.bankDetails,
      Category.cardNumber,
      Category.socialSecurityNumber,
    ]
    expect(detected('My member ID is 5083837019.', numbers)).toEqual(['phone: 5083837019'])
    expect(detected('My member ID is 5083837019.', [Category.age, Category.location])).toEqual([])
  })
})

it('yields offsets within the text', () => {
  for (const text of [
    '\ud83d',
    '\udc00Anna',
    'Anna \ud83d',
    '',
    ' ',
    '\0',
    'ا نا ٣٤ سنة',
    '我叫李雷，今年34岁',
  ]) {
    for (const each of detectByRules(text, allCategories)) {
      expect(each.start).toBeGreaterThanOrEqual(0)
      expect(each.end).toBeGreaterThan(each.start)
      expect(each.end).toBeLessThanOrEqual(text.length)
    }
  }
})
