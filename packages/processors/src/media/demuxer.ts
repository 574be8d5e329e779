/**
 * Chooses the demuxer that ffmpeg may use. It is never detected by content, because playlists and scripts that
 * reference other files would be detected as well.
 */

export type Demuxer =
  | 'mov'
  | 'avi'
  | 'matroska'
  | 'asf'
  | 'mpeg'
  | 'mpegts'
  | 'mpegvideo'
  | 'mp3'
  | 'wav'
  | 'flac'
  | 'ogg'
  | 'aac'
  | 'aiff'
  | 'amr'

const demuxers = {
  mp4: 'mov',
  mov: 'mov',
  m4v: 'mov',
  m4a: 'mov',
  avi: 'avi',
  webm: 'matroska',
  mkv: 'matroska',
  wmv: 'asf',
  mpeg: 'mpeg',
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  aac: 'aac',
  aiff: 'aiff',
  aif: 'aiff',
  amr: 'amr',
} as const satisfies Record<string, Demuxer>

export type MediaExtension = keyof typeof demuxers

export function isMediaExtension(extension: string): extension is MediaExtension {
  return Object.hasOwn(demuxers, extension)
}

/** @param start the first bytes of the file: `.mpeg` stands for three kinds of stream. */
export function demuxerOf(extension: MediaExtension, start: Buffer): Demuxer {
  const demuxer = demuxers[extension]
  if (demuxer !== 'mpeg') return demuxer
  if (start[0] === 0x47) return 'mpegts'
  return start.toString('hex', 0, 4) === '000001b3' ? 'mpegvideo' : 'mpeg'
}

/** Their headers have no duration; ffmpeg estimates it from the bit rate of the beginning and the size. */
const withoutDuration: ReadonlySet<Demuxer> = new Set([
  'mpeg',
  'mpegts',
  'mpegvideo',
  'mp3',
  'aac',
  'amr',
] as const)

export function saysDuration(demuxer: Demuxer): boolean {
  return !withoutDuration.has(demuxer)
}
