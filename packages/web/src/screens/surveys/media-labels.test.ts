import { expect, it } from 'vitest'
import { formatDuration, mediaReason, mediaStatus } from './media-labels.ts'

const media = { status: 'LINKED', recording_status: null, failure: null, recording_failure: null } as const

it('has a label for every media status', () => {
  expect(mediaStatus({ ...media, status: 'PENDING' }).text).toBe('Missing')
  expect(mediaStatus({ ...media, status: 'FAILED' }).tone).toBe('failed')
  expect(mediaStatus({ ...media, recording_status: 'failed' }).text).toBe('Matched, not transcribed')
  expect(mediaStatus({ ...media, recording_status: 'ready' }).text).toBe('Ready')
  expect(mediaStatus(media).text).toBe('Transcribing')
  expect(
    mediaReason({ ...media, failure: { code: 'no_match', message: 'No response names this file.' } }),
  ).toBe('No response names this file.')
})

it('formats durations like a clock', () => {
  expect([0, 4_000, 247_000, 3_729_000].map(formatDuration)).toEqual(['0:00', '0:04', '4:07', '1:02:09'])
})
