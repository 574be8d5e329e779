import { expect, it } from 'vitest'
import { nameWithoutPeople } from './media-name.policy.ts'

it('keeps only the extension of a file name', () => {
  expect(nameWithoutPeople('7f1c', 'maya@example.org.MP4')).toBe('7f1c.mp4')
  expect(nameWithoutPeople('7f1c', 'Maya Rao.webm')).toBe('7f1c.webm')
  expect(nameWithoutPeople('7f1c', 'Maya Rao')).toBe('7f1c')
  expect(nameWithoutPeople('7f1c', 'file. Maya Rao')).toBe('7f1c')
})
