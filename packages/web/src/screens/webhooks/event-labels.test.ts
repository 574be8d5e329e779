import { eventTypes } from '@inlet/contract/workspace'
import { expect, it } from 'vitest'
import { describeTypes, eventGroups, labelOfType, toFilters } from './event-labels.ts'

it('offers every event type except the test event', () => {
  const offered = eventGroups.flatMap(({ types }) => types)
  expect(offered.toSorted()).toEqual(eventTypes.filter((type) => type !== 'webhook.test').toSorted())
})

it('replaces all types of a kind by a filter for the kind', () => {
  const files = eventTypes.filter((type) => type.startsWith('file.'))
  expect(toFilters(['survey.failed', ...files])).toEqual(['file.*', 'survey.failed'])
  expect(toFilters([])).toEqual([])
})

it('describes filters by kind', () => {
  expect(describeTypes([])).toBe('All events')
  expect(describeTypes(['file.*', 'survey.completed', 'survey.awaiting_upload'])).toBe(
    'Files · Surveys: completed, waiting for upload',
  )
})

it('describes types that it does not know', () => {
  expect(describeTypes(['folder.moved_away'])).toBe('folder: moved away')
  expect(labelOfType('file.error')).toBe('failed')
})
