import { expect, it } from 'vitest'
import { itemQueries, listsChangedBy } from './live-rules.ts'

it('refreshes the trash and the survey when a media file of it is deleted or restored', () => {
  expect(listsChangedBy.media).toEqual(expect.arrayContaining(['surveys.get', 'trash.list']))
})

it('refreshes the settings of a project that somebody else changes', () => {
  const operations = itemQueries.filter(({ kinds }) => kinds.includes('project'))
  expect(operations.map(({ operationId }) => operationId)).toContain('projects.getSettings')
})
