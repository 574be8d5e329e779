/** What ffprobe says of a recording. Its answer comes out of the sandbox, so nothing in it is taken for granted. Pure. */

export type VideoTrack = {
  readonly index: number
  readonly codec: string
  readonly profile: string
  readonly pixelFormat: string
  readonly width: number
  readonly height: number
  readonly isInterlaced: boolean
  /** As the container claims it; null when it does not tell of single tracks. */
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
  /** As the container claims it; null when it does not. */
  readonly durationMs: number | null
  readonly video: VideoTrack | null
  readonly audio: AudioTrack | null
}

/** What of ffprobe's knowledge to ask for, in its own words. */
export const probeEntries = [
  'format=duration',
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,field_order,channels,duration',
  'stream_disposition=default,attached_pic',
].join(':')

type Fields = Readonly<Record<string, unknown>>

/** Null when the answer is not of its form, as when it was cut off for its length. */
export function readProbe(json: string): MediaProbe | null {
  const answer = parse(json)
  if (!isFields(answer) || !Array.isArray(answer['streams'])) return null
  const streams = answer['streams'].filter(isFields)
  const format = isFields(answer['format']) ? answer['format'] : {}
  // The cover of an album is a video track of one picture.
  const video = preferred(streams.filter((stream) => isType(stream, 'video') && !has(stream, 'attached_pic')))
  const audio = preferred(streams.filter((stream) => isType(stream, 'audio')))
  return {
    durationMs: readMs(format['duration']),
    video: video === undefined ? null : readVideo(video),
    audio: audio === undefined ? null : readAudio(audio),
  }
}

/** The track a player would take: the one marked so, else the first. */
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
