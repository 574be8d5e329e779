import { describe, expect, it } from 'vitest'
import type { Demuxer } from './demuxer.ts'
import type { AudioTrack, VideoTrack } from './probe-output.ts'
import type { RenditionPlan } from './rendition-plan.ts'
import { isCopy, keepsTracks, planEncoding, planRendition } from './rendition-plan.ts'

const h264: VideoTrack = {
  index: 0,
  codec: 'h264',
  profile: 'High',
  pixelFormat: 'yuv420p',
  width: 1920,
  height: 1080,
  isInterlaced: false,
  durationMs: null,
}
const aac: AudioTrack = { index: 1, codec: 'aac', profile: 'LC', channels: 2, durationMs: null }
const opus: AudioTrack = { ...aac, codec: 'opus', profile: '' }

const actions = ({ video, audio }: RenditionPlan) => [video?.action ?? null, audio?.action ?? null]
const planOf = (demuxer: Demuxer, video: VideoTrack | null, audio: AudioTrack | null) =>
  planRendition({ demuxer, video, audio })

describe('tracks that browsers play', () => {
  it.each(['mov', 'matroska'] as const)('are kept from %s', (demuxer) => {
    const plan = planOf(demuxer, h264, aac)
    expect(actions(plan)).toEqual(['copy', 'copy'])
    expect([plan.contentType, isCopy(plan)]).toEqual(['video/mp4', true])
  })

  it('are kept independently of each other', () => {
    const plan = planOf('matroska', h264, opus)
    expect(actions(plan)).toEqual(['copy', 'encode'])
    expect([isCopy(plan), keepsTracks(plan)]).toEqual([false, true])
  })

  it('are kept for audio files', () => {
    expect(planOf('aac', null, aac)).toMatchObject({ contentType: 'audio/mp4', audio: { action: 'copy' } })
    const mp3 = { ...aac, codec: 'mp3', profile: '' }
    expect(planOf('mp3', null, mp3)).toMatchObject({ contentType: 'audio/mpeg', audio: { action: 'copy' } })
  })
})

describe('tracks that not every browser plays', () => {
  it.each([
    ['10 bits', { profile: 'High 10', pixelFormat: 'yuv420p10le' }],
    ['4:4:4', { profile: 'High 4:4:4 Predictive', pixelFormat: 'yuv444p' }],
    ['HEVC', { codec: 'hevc', profile: 'Main' }],
    ['VP9', { codec: 'vp9', profile: 'Profile 0' }],
  ])('such as %s are encoded', (_what, more) => {
    expect(actions(planOf('mov', { ...h264, ...more }, null))).toEqual(['encode', null])
  })

  it('are encoded for audio files', () => {
    expect(actions(planOf('mov', null, { ...aac, profile: 'Main' }))).toEqual([null, 'encode'])
    expect(actions(planOf('wav', null, { ...aac, codec: 'pcm_s16le' }))).toEqual([null, 'encode'])
  })

  it('include those of containers without frame times', () => {
    expect(actions(planOf('avi', h264, aac))).toEqual(['encode', 'encode'])
  })
})

it('encodes everything if a copy did not play', () => {
  const plan = planEncoding({ demuxer: 'mov', video: h264, audio: aac })
  expect(actions(plan)).toEqual(['encode', 'encode'])
  expect(planEncoding({ demuxer: 'mp3', video: null, audio: aac }).contentType).toBe('audio/mp4')
})
