import { expect, it } from 'vitest'
import { compareColumns } from './append-columns.ts'

it('finds the columns that are missing and those that are not imported', () => {
  const survey = [
    { name: 'Wie oft?', type: 'Single choice' },
    { name: 'Straße', type: 'Open-ended' },
    { name: 'Internal', type: 'Do nothing' },
  ]
  const file = [{ name: ' Wie oft? ' }, { name: 'New' }, { name: 'Straße'.normalize('NFD') }]
  expect(compareColumns(survey, file)).toEqual({ missing: [], ignored: ['New'] })
  expect(compareColumns(survey, [{ name: 'New' }])).toEqual({
    missing: ['Wie oft?', 'Straße'],
    ignored: ['New'],
  })
})
