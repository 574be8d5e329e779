import { expect, it } from 'vitest'
import { describeReading, whyType } from './import-report.ts'

const processing = { total_responses: 2, questions_detected: 1, is_mapped: true }
const part = (part_number: number, skipped_row_count: number) =>
  ({ part_number, status: 'PROCESSED', row_count: 1, skipped_row_count }) as const

it('reports header rows, responses, skipped rows and unused column types', () => {
  const skipped_rows = [{ part_number: 1, row: 4, code: 'empty_row' }] as const
  const reading = {
    header_rows: 3,
    processing,
    skipped_rows: [...skipped_rows],
    unmatched_mapping: ['Emial'],
  }
  expect(describeReading({ ...reading, parts: [part(1, 1)] })).toEqual([
    '3 header rows recognized',
    '2 responses imported',
    '1 empty row skipped: row 4',
    'No column is named “Emial”, so its type was ignored',
  ])
  expect(describeReading({ ...reading, parts: [part(1, 1), part(2, 6)] })[2]).toBe(
    '7 empty rows skipped: part 1, row 4 and more',
  )
})

it('reports only responses for older imports without skipped rows', () => {
  expect(describeReading({ header_rows: null, processing, parts: [part(1, 0)] })).toEqual([
    '2 responses imported',
  ])
})

it('explains why a column has its type', () => {
  const column = { position: 0, header: 'Q', question: null, confidence: 0.9, notes: [] }
  expect(
    whyType({ ...column, type: 'NPS', decided_by: 'mapping', reason: 'Set by the column mapping.' }),
  ).toBe('Chosen at import.')
  const notes = [{ code: 'ambiguous_dates', message: 'Check the dates.' }]
  expect(
    whyType({
      ...column,
      type: 'Timestamp',
      decided_by: 'classifier',
      reason: 'The cells are dates.',
      notes,
    }),
  ).toBe('Recognized with high confidence. The cells are dates. Check the dates.')
})
