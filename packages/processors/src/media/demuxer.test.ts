import { describe, expect, it } from 'vitest'
import { demuxerOf, isMediaExtension, saysDuration } from './demuxer.ts'

const none = Buffer.alloc(0)

describe('the demuxer', () => {
  it('is chosen by the extension', () => {
    expect(demuxerOf('mp4', none)).toBe('mov')
    expect(demuxerOf('webm', Buffer.from('#EXTM3U'))).toBe('matroska')
  })

  it.each([
    ['000001ba', 'mpeg'],
    ['000001b3', 'mpegvideo'],
    ['47400010', 'mpegts'],
    ['', 'mpeg'],
  ])('of .mpeg that begins with %s is %s', (start, demuxer) => {
    expect(demuxerOf('mpeg', Buffer.from(start, 'hex'))).toBe(demuxer)
  })

  it('is never one for playlists or scripts, whatever the extension', () => {
    for (const extension of ['m3u8', 'mpd', 'ffconcat', 'constructor', '']) {
      expect(isMediaExtension(extension)).toBe(false)
    }
  })

  it('recognizes containers with unreliable durations', () => {
    expect([saysDuration('mov'), saysDuration('mp3'), saysDuration('aac')]).toEqual([true, false, false])
  })
})
