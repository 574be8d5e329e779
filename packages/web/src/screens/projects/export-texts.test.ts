import { expect, it } from 'vitest'
import { describeContents } from './export-texts.ts'

it('describes what an export contains', () => {
  expect(describeContents({ contents: [], has_people: false })).toBe('Texts, transcripts and responses only')
  expect(describeContents({ contents: ['originals', 'tables'], has_people: true })).toBe(
    'Original files, survey tables, names and e-mail addresses',
  )
})
