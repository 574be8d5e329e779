import { describe, expect, it } from 'vitest'
import { unusableRecordings } from './unusable-recordings.policy.ts'

describe('unusableRecordings', () => {
  it('lists all recordings when both audio and video are removed', () => {
    expect(unusableRecordings(true, { remove_audio: true, remove_video: true })).toBe('all')
  })

  it('lists audio recordings when only the audio is removed', () => {
    expect(unusableRecordings(true, { remove_audio: true, remove_video: false })).toBe('audio')
  })

  it('lists none when something remains or the settings are disabled', () => {
    expect(unusableRecordings(true, { remove_video: true, blank_video: true })).toBeNull()
    expect(unusableRecordings(true, {})).toBeNull()
    expect(unusableRecordings(false, { remove_audio: true, remove_video: true })).toBeNull()
  })
})
