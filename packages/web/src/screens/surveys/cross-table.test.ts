import type { CrossQuestion, CrossTabulation } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { crossCsv, crossNotes, readCrossSearch } from './cross-table.ts'

const question = (name: string, more: Partial<CrossQuestion> = {}): CrossQuestion => ({
  position: 1,
  name,
  type: 'Single choice',
  options: [
    { pick: '1', label: 'Daily', count: 3 },
    { pick: '2', label: 'Weekly', count: 2 },
  ],
  option_count: 2,
  ...more,
})
const table: CrossTabulation = {
  total: 10,
  matching: 8,
  base: 5,
  rows: question('How often?'),
  columns: question('Which tools?', { type: 'Multi choice', option_count: 90 }),
  cells: [
    [1, 2],
    [0, 2],
  ],
}

it('states the base, several choices and answers that are not listed', () => {
  expect(crossNotes(table, 'row')).toEqual([
    '5 of 8 responses answered both questions.',
    'Percent of the responses in the row.',
    'Respondents could choose several answers to “Which tools?”; the total can exceed 100 %.',
    '“Which tools?”: the 2 most frequent of 90 answers.',
  ])
})

it('exports counts with their totals', () => {
  expect(crossCsv(table)).toEqual([
    ['How often? / Which tools?', 'Daily', 'Weekly', 'All'],
    ['Daily', 1, 2, 3],
    ['Weekly', 0, 2, 2],
    ['All', 3, 2, 5],
  ])
})

it('ignores invalid parameters of the URL', () => {
  expect(readCrossSearch({ rows: 3, columns: 4, show: 'row' })).toEqual({ rows: 3, columns: 4, show: 'row' })
  expect(readCrossSearch({ rows: -1, columns: 'x', show: 'all' })).toEqual({})
})
