/** Parses the output of ffprobe. It comes from the sandbox, so every field is validated. */

export type VideoTrack = {
  readonly index: number
  readonly codec: string
  readonly profile: string
  readonly pixelFormat: string
  readonly width: number
  readonly height: number
  readonly isInterlaced: boolean
  /** As stated by the container; null if it has no duration per track. */
  readonly durationMs: number | null
}

export type AudioTrack = {
  readonly index: number
  readonly codec: string
  readonly profile: string
  readonly channels: number
  readonly durationMs: number | null
}

export type MediaProbe = {
  /** As stated by the container, if at all. */
  readonly durationMs: number | null
  readonly video: VideoTrack | null
  readonly audio: AudioTrack | null
}

/** The ffprobe entries to request. */
export const probeEntries = [
  'format=duration',
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,field_order,channels,duration',
  'stream_disposition=default,attached_pic',
].join(':')

type Fields = Readonly<Record<string, unknown>>

/** Null if the output is malformed, such as when it was truncated. */
export function readProbe(json: string): MediaProbe | null {
  const answer = parse(json)
  if (!isFields(answer) || !Array.isArray(answer['streams'])) return null
  const streams = answer['streams'].filter(isFields)
  const format = isFields(answer['format']) ? answer['format'] : {}
  // Cover art is a video track with one frame.
  const video = preferred(streams.filter((stream) => isType(stream, 'video') && !has(stream, 'attached_pic')))
  const audio = preferred(streams.filter((stream) => isType(stream, 'audio')))
  return {
    durationMs: readMs(format['duration']),
    video: video === undefined ? null : readVideo(video),
    audio: audio === undefined ? null : readAudio(audio),
  }
}

/** The default track, or else the first, as players choose it. */
function preferred(streams: readonly Fields[]): Fields | undefined {
  return streams.find((stream) => has(stream, 'default')) ?? streams[0]
}

function readVideo(stream: Fields): VideoTrack {
  return {
    ...readTrack(stream),
    pixelFormat: text(stream['pix_fmt']),
    width: count(stream['width']),
    height: count(stream['height']),
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(text(stream['field_order'])),
  }
}

function readAudio(stream: Fields): AudioTrack {
  return { ...readTrack(stream), channels: count(stream['channels']) }
}

function readTrack(stream: Fields) {
  return {
    index: count(stream['index']),
    codec: text(stream['codec_name']),
    profile: text(stream['profile']),
    durationMs: readMs(stream['duration']),
  }
}

function isType(stream: Fields, type: 'video' | 'audio'): boolean {
  return stream['codec_type'] === type
}

function has(stream: Fields, disposition: string): boolean {
  return isFields(stream['disposition']) && stream['disposition'][disposition] === 1
}

function readMs(seconds: unknown): number | null {
  const ms = Math.round(Number.parseFloat(text(seconds)) * 1000)
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function count(value: unknown): number {
  return Number.isSafeInteger(value) && typeof value === 'number' ? Math.max(0, value) : 0
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
