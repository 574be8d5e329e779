/** Builds ffmpeg's arguments for a rendition. */

import { withoutMetadata } from './ffmpeg.ts'
import type { AudioTrack, VideoTrack } from './probe-output.ts'
import type { Rendition } from './processed-media.ts'
import type { RenditionPlan } from './rendition-plan.ts'

export function renditionWords(plan: RenditionPlan, outputName: string): string[] {
  const { video, audio } = plan
  return [
    video === null ? [] : ['-map', `0:${video.track.index}`],
    audio === null ? [] : ['-map', `0:${audio.track.index}`],
    withoutMetadata,
    video === null ? [] : video.action === 'copy' ? ['-c:v', 'copy'] : encodeVideo(video.track),
    audio === null ? [] : audio.action === 'copy' ? ['-c:a', 'copy'] : encodeAudio(audio.track),
    // A track that starts a minute before the other makes the muxer buffer it.
    ['-max_muxing_queue_size', '4096'],
    containerWords[plan.contentType],
    [outputName],
  ].flat()
}

/** Fast start: the index first, so that playback starts before everything is loaded. */
const mp4Words = ['-movflags', '+faststart', '-write_tmcd', '0']
export const containerWords: Record<Rendition['contentType'], readonly string[]> = {
  'video/mp4': [...mp4Words, '-f', 'mp4'],
  'audio/mp4': [...mp4Words, '-f', 'ipod'],
  // Rewrites the Xing header: without it players estimate the duration and seek inaccurately.
  'audio/mpeg': ['-id3v2_version', '0', '-write_xing', '1', '-f', 'mp3'],
}

const longSidePx = 1920
const shortSidePx = 1080

/**
 * Within 1080p in portrait or landscape, with square pixels and even dimensions, as 4:2:0 requires. After rotation.
 */
export const fitFilter = fitWithin(longSidePx, shortSidePx)

export function fitWithin(longPx: number, shortPx: number): string {
  const width = 'iw*sar'
  const factor = `min(1,min(${longPx}/max(${width},ih),${shortPx}/min(${width},ih)))`
  const even = (side: string) => `max(2,2*trunc(${side}*${factor}/2))`
  return `scale=w='${even(width)}':h='${even('ih')}',setsar=1`
}

function encodeVideo({ isInterlaced }: VideoTrack): string[] {
  const filters = [...(isInterlaced ? ['yadif'] : []), fitFilter, 'format=yuv420p']
  return [['-filter:v', filters.join(',')], encodingWords].flat()
}

export const encodingWords: readonly string[] = [
  // Keeps frame times: recordings of calls and screens have a variable frame rate.
  ['-fps_mode', 'vfr'],
  ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high'],
  ['-maxrate', '8M', '-bufsize', '16M'],
].flat()

function encodeAudio({ channels }: AudioTrack): string[] {
  return [
    // Gaps become silence; otherwise the sound would run ahead of the picture and the transcript.
    ['-filter:a', 'aresample=48000:async=1:first_pts=0'],
    soundWords(channels === 1 ? 1 : 2),
  ].flat()
}

export function soundWords(channels: 1 | 2): string[] {
  return ['-c:a', 'aac', '-b:a', '128k', '-ac', String(channels)]
}
