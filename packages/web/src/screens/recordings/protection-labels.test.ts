import { expect, it } from 'vitest'
import { protectionText } from './protection-labels.ts'

it('lists the applied protections, or that nothing was hidden', () => {
  expect(protectionText(['words_beeped', 'faces_covered'])).toBe('personal data beeped, faces covered')
  expect(protectionText([])).toBe('checked; nothing to hide')
})
