import { expect, it } from 'vitest'
import { columnMapping, makeResponses } from './survey.ts'

it('the demo survey is the same in every run and has realistic answers', () => {
  const responses = makeResponses(['a.m4a', 'b.m4a'])
  expect(responses).toHaveLength(2000)
  expect(makeResponses(['a.m4a', 'b.m4a'])).toEqual(responses)
  expect(new Set(responses.map((response) => response['E-mail'])).size).toBe(2000)
  for (const response of responses) {
    expect(Object.keys(response)).toEqual(Object.keys(columnMapping))
    expect(response['E-mail']).toMatch(/^[a-z]+\.[a-z]+\.\d+@example\.org$/)
  }
  const wishes = responses.map((response) => response['What would you change first?'] ?? '').filter(Boolean)
  expect(wishes.length).toBeGreaterThan(1400)
  expect(new Set(wishes).size).toBeGreaterThan(400)
  expect(responses.map((response) => response['Voice note']).filter(Boolean)).toEqual(['a.m4a', 'b.m4a'])
})
