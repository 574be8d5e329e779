import { expect, it } from 'vitest'
import { describeChoice } from './filter-labels.ts'

const option = { number: 2, label: 'Weekly', count: 1, count_of_all: 1, mean_place: null, first_count: null }
const questions = [
  { position: 4, name: 'How often?', type: 'Single choice' as const, options: [option] },
  { position: 5, name: 'Recommend?', type: 'NPS' as const, options: [] },
  { position: 6, name: 'What matters?', type: 'Ranking' as const, options: [option] },
]
const say = (position: number, pick: string) => describeChoice({ position, pick }, questions)

it('describes a filter by question and answer', () => {
  expect(say(4, '2')).toEqual({ question: 'How often?', answer: 'Weekly' })
  expect(say(5, 's0-6').answer).toBe('Detractors')
  expect(say(5, 's7-7').answer).toBe('7')
  expect(say(5, 's2-4').answer).toBe('2 to 4')
  expect(say(6, '2').answer).toBe('ranked Weekly')
  expect(say(4, '*').answer).toBe('any answer')
})

it('describes filters for unknown columns and options', () => {
  expect(say(9, '1')).toEqual({ question: 'Column 9', answer: 'option 1' })
})
