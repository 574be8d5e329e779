import { expect, it } from 'vitest'
import { answerText, shownColumns, tableColumns } from './table-columns.ts'

const response = {
  id: 32768,
  part_number: 1,
  row: 1,
  answered_at: '2026-10-12T10:00:00Z',
  answered_text: null,
  person: { id: 1, name: 'Maya', email: null },
  answers: [
    { position: 3, values: ['Price', 'Speed'], is_cut: false },
    { position: 4, values: ['The export'], is_cut: true },
  ],
}
const columns = tableColumns(
  [
    { position: 0, name: 'When', type: 'Timestamp' },
    { position: 1, name: 'Who', type: 'Name' },
    { position: 2, name: 'Note', type: 'Do nothing' },
    { position: 3, name: 'What matters?', type: 'Multi choice' },
    { position: 4, name: 'Why?', type: 'Open-ended' },
  ],
  (at) => at.slice(0, 10),
)

it('lists time, person and question columns, but no columns that were not imported', () => {
  expect(columns.map(({ id }) => id)).toEqual(['when', 'name', '3', '4'])
  expect(columns.map(({ textOf }) => textOf(response))).toEqual([
    '2026-10-12',
    'Maya',
    'Price · Speed',
    'The export …',
  ])
  expect(answerText(response, 9)).toBe('')
})

it('shows the selected columns in survey order', () => {
  expect(shownColumns(columns, undefined)).toHaveLength(4)
  expect(shownColumns(columns, ['4', 'when', 'gone']).map(({ id }) => id)).toEqual(['when', '4'])
  expect(shownColumns(columns, [])).toEqual([])
})
