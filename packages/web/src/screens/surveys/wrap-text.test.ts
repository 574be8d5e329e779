import { expect, it } from 'vitest'
import { wrapText } from './wrap-text.ts'

const measure = (text: string) => text.length

it('breaks at spaces, and within words that are wider than a line', () => {
  expect(wrapText('one two  three', 7, measure)).toEqual(['one two', 'three'])
  expect(wrapText('abcdefghij kl', 4, measure, 9)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
  expect(wrapText('', 4, measure)).toEqual([''])
})

it('ends with an ellipsis where text is left out', () => {
  expect(wrapText('aaa bbb ccc ddd', 3, measure, 2)).toEqual(['aaa', 'bb…'])
})

it('does not break characters that consist of several code points', () => {
  const family = '👨‍👩‍👧'
  expect(wrapText(family.repeat(3), family.length, measure)).toEqual([family, family, family])
})
