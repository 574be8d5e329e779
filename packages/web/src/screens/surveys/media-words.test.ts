import { expect, it } from 'vitest'
import { formatDuration, mediaReason, mediaStatus } from './media-words.ts'

const media = { status: 'LINKED', recording_status: null, failure: null, recording_failure: null } as const

it('has a word for every state', () => {
  expect(mediaStatus({ ...media, status: 'PENDING' }).text).toBe('Not sent')
  expect(mediaStatus({ ...media, status: 'FAILED' }).tone).toBe('failed')
  expect(mediaStatus({ ...media, recording_status: 'failed' }).text).toBe('Linked, not transcribed')
  expect(mediaStatus({ ...media, recording_status: 'ready' }).text).toBe('Ready')
  expect(mediaStatus(media).text).toBe('Being transcribed')
  expect(mediaReason({ ...media, failure: { code: 'no_match', message: 'Nobody is called so.' } })).toBe(
    'Nobody is called so.',
  )
})

it('writes durations as clocks do', () => {
  expect([0, 4_000, 247_000, 3_729_000].map(formatDuration)).toEqual(['0:00', '0:04', '4:07', '1:02:09'])
})
