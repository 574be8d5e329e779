import { expect, it } from 'vitest'
import { createPartMeter, type MeasuredResponse } from './part-meter.ts'

const empty: MeasuredResponse = { options: [], ranks: null, time_text: null, media: [], notes: [] }

it.each<[string, Partial<MeasuredResponse>]>([
  ['options', { options: [1, 2, 3, 4] }],
  ['ranks', { ranks: [1, 1, 2, 2] }],
  ['a time', { time_text: 'x'.repeat(32) }],
  ['notes', { notes: [{ text: 'x' }] }],
  ['media', { media: [[1, 'x']] }],
])('refuses responses of a part that are too large by their %s', (_, content) => {
  const measure = createPartMeter('responses.ndjson', 1_000)
  const add = () => {
    for (let row = 0; row < 20; row += 1) measure({ ...empty, ...content })
  }
  expect(add).toThrow(expect.objectContaining({ code: 'content_invalid' }))
})

it('accepts the responses of a part that fit', () => {
  const measure = createPartMeter('responses.ndjson', 1_000)
  for (let row = 0; row < 20; row += 1) measure(empty)
})
