/** From the plan of a rendition to ffmpeg's words. Pure. */

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
    // A track that begins a minute before the other makes the writer wait, and hold what it has.
    ['-max_muxing_queue_size', '4096'],
    containerWords[plan.contentType],
    [outputName],
  ].flat()
}

/** The index in front, so that playing begins before all is loaded. */
const mp4Words = ['-movflags', '+faststart', '-write_tmcd', '0']
export const containerWords: Record<Rendition['contentType'], readonly string[]> = {
  'video/mp4': [...mp4Words, '-f', 'mp4'],
  'audio/mp4': [...mp4Words, '-f', 'ipod'],
  // The frame of totals is written anew: without it players guess the duration and miss when seeking.
  'audio/mpeg': ['-id3v2_version', '0', '-write_xing', '1', '-f', 'mp3'],
}

const longSidePx = 1920
const shortSidePx = 1080

/** Within 1080p upright or lying, with square pixels, and even, which 4:2:0 needs. Sizes are seen after rotation. */
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
  // Frames at the times they have: recordings of calls and screens have no steady rate.
  ['-fps_mode', 'vfr'],
  ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high'],
  ['-maxrate', '8M', '-bufsize', '16M'],
].flat()

function encodeAudio({ channels }: AudioTrack): string[] {
  return [
    // Gaps become silence, or sound would run ahead of the pictures and of the transcript.
    ['-filter:a', 'aresample=48000:async=1:first_pts=0'],
    soundWords(channels === 1 ? 1 : 2),
  ].flat()
}

export function soundWords(channels: 1 | 2): string[] {
  return ['-c:a', 'aac', '-b:a', '128k', '-ac', String(channels)]
}
