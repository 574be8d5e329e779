import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProbe } from './probe-output.ts'

const video = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  profile: 'High',
  pix_fmt: 'yuv420p',
  width: 1280,
  height: 720,
  field_order: 'progressive',
  disposition: { default: 1, attached_pic: 0 },
}
const audio = { index: 1, codec_type: 'audio', codec_name: 'aac', profile: 'LC', channels: 2 }
const read = (streams: readonly object[], duration?: string) =>
  readProbe(JSON.stringify({ streams, format: { duration } }))

describe('parsing the output of ffprobe', () => {
  it('yields tracks and a duration', () => {
    expect(read([video, audio], '12.3456')).toEqual({
      durationMs: 12_346,
      video: {
        index: 0,
        codec: 'h264',
        profile: 'High',
        pixelFormat: 'yuv420p',
        width: 1280,
        height: 720,
        isInterlaced: false,
        durationMs: null,
      },
      audio: { index: 1, codec: 'aac', profile: 'LC', channels: 2, durationMs: null },
    })
  })

  it('yields no duration if the container has none', () => {
    for (const duration of [undefined, 'N/A', '0.000000', '-3', 'inf']) {
      expect(read([audio], duration)?.durationMs).toBeNull()
    }
  })

  it('does not mistake cover art for a video', () => {
    const cover = { ...video, disposition: { default: 1, attached_pic: 1 } }
    expect(read([audio, cover])?.video).toBeNull()
    expect(read([cover, { ...video, index: 2 }])?.video?.index).toBe(2)
  })

  it('chooses the default track, or else the first', () => {
    const other = { ...audio, index: 2 }
    expect(read([audio, other])?.audio?.index).toBe(1)
    expect(read([audio, { ...other, disposition: { default: 1 } }])?.audio?.index).toBe(2)
  })

  it('recognizes interlaced video', () => {
    expect(read([{ ...video, field_order: 'tt' }])?.video?.isInterlaced).toBe(true)
  })

  it('returns null for truncated output', () => {
    expect(readProbe('{"streams": [{"index":')).toBeNull()
    expect(readProbe('')).toBeNull()
    expect(readProbe('{}')).toBeNull()
  })

  it('never throws, whatever the output', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (format, streams) => {
        readProbe(JSON.stringify(format))
        readProbe(JSON.stringify({ format, streams }))
      }),
    )
  })
})
