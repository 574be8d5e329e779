import { expect, it } from 'vitest'
import { headerNote, overruledNote, surveyNotes } from './survey-notes.ts'

const part = (skipped_row_count: number) =>
  ({ part_number: 1, status: 'PROCESSED', row_count: 1, skipped_row_count }) as const

it('is empty without anything to note, and without details', () => {
  expect(surveyNotes({ parts: [part(0)], header_rows: 1, skipped_rows: [], unmatched_mapping: [] })).toEqual(
    [],
  )
  expect(surveyNotes({ parts: [{ part_number: 1, status: 'PROCESSED', row_count: 1 }] })).toEqual([])
})

it('lists header rows, skipped rows with their reasons, unmatched mapping keys and notes on columns', () => {
  const notes = surveyNotes({
    header_rows: 3,
    parts: [part(2), part(1)],
    skipped_rows: [
      { part_number: 1, row: 4, code: 'blank_line' },
      { part_number: 1, row: 6, code: 'empty_row' },
      { part_number: 2, row: 2, code: 'empty_row' },
    ],
    unmatched_mapping: ['Emial'],
    columns: [
      {
        position: 0,
        header: 'When',
        question: null,
        type: 'Timestamp',
        decided_by: 'mapping',
        confidence: 1,
        reason: '',
        notes: [{ code: 'ambiguous_dates', message: 'Some dates can be read two ways.' }],
      },
    ],
  })
  expect(notes).toEqual([
    'The first 3 rows are header rows.',
    '3 rows without a response were skipped (1 blank line, 2 rows of empty cells; the first is part 1, row 4).',
    'The mapping contains columns that the file does not have: "Emial".',
    'Column "When": Some dates can be read two ways.',
  ])
})

it('names the survey tool, and what a mapping does to its header rows', () => {
  expect(headerNote(2, 'SurveyMonkey')).toEqual(['The first 2 rows are header rows written by SurveyMonkey.'])
  expect(overruledNote({ tool: 'Qualtrics', count: 3 })[0]).toMatch(
    /^Rows 2 to 3 are further header rows of Qualtrics/,
  )
})
