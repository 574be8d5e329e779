import type { ResultColumn, ResultResponse } from '@inlet/sdk'
import { expect, it } from 'vitest'
import { csvRow, questionsOf, responseCells } from './survey-csv-rows.ts'

const column = (position: number, type: string) =>
  ({ position, type, header: `Q${position}` }) as ResultColumn
const response = {
  part_number: 1,
  row: 2,
  answered_at: null,
  answers: [{ position: 1, values: ['Red', 'Blue'] }],
} as unknown as ResultResponse

it('quotes cells, and keeps spreadsheets from evaluating them', () => {
  expect(csvRow(['a,b', 'say "hi"', '=1+1', 'x;=1'])).toBe(`"a,b","say ""hi""",'=1+1,"x;'=1"\r\n`)
})

it('has a cell for each question, and for the person if they are known', () => {
  const questions = questionsOf([column(0, 'Name'), column(1, 'Multi choice'), column(2, 'Open-ended')])
  expect(responseCells(response, questions)).toEqual(['1', '2', '', 'Red; Blue', ''])
  const known = { ...response, respondent: { name: 'Nia', email: null } }
  expect(responseCells(known, questions)).toEqual(['1', '2', '', 'Nia', '', 'Red; Blue', ''])
})
