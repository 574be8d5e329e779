import { expect, it } from 'vitest'
import { protectionText } from './protection-words.ts'

it('says what acted, and that nothing had to', () => {
  expect(protectionText(['words_beeped', 'faces_covered'])).toBe('personal data beeped, faces covered')
  expect(protectionText([])).toBe('checked; nothing had to be hidden')
})
