import { expect, it } from 'vitest'
import { parseShape } from './restored-shapes.ts'

const many = <Item>(length: number, item: Item): Item[] => Array.from({ length }, () => item)

const response = { response_id: 1, part_number: 1, answered_at: null, respondent_id: 1 }
const responseState = { id: 1, options: [], ranks: null, time_text: null, media: [] }
const answer = { position: 0, values: ['x'] }

it.each([
  ['response', { ...response, answers: many(2_000, answer) }],
  ['responseState', { ...responseState, options: many(200_000, 1), media: many(2_000, [0, 'x']) }],
  ['page', { number: 1, source: 'text', text: 'x'.repeat(1024 ** 2) }],
] as const)('accepts a %s as large as one of an import', (shape, value) => {
  expect(parseShape(shape, JSON.stringify(value), 'x.ndjson')).toEqual(value)
})

it.each([
  ['answers', 'response', { ...response, answers: many(2_001, answer) }],
  ['options', 'responseState', { ...responseState, options: many(200_001, 1) }],
  ['ranks', 'responseState', { ...responseState, ranks: many(400_001, 1) }],
  ['media files', 'responseState', { ...responseState, media: many(2_001, [0, 'x']) }],
  ['text', 'page', { number: 1, source: 'text', text: 'x'.repeat(5 * 1024 ** 2) }],
] as const)('refuses too many or too long %s in a line', (_, shape, value) => {
  expect(() => parseShape(shape, JSON.stringify(value), 'x.ndjson')).toThrow(
    expect.objectContaining({ code: 'content_invalid' }),
  )
})
