/** Decides for each track whether to copy or encode it, so that every browser plays the result. */

import type { Demuxer } from './demuxer.ts'
import type { AudioTrack, VideoTrack } from './probe-output.ts'
import type { Rendition } from './processed-media.ts'

export type TrackPlan<T> = { readonly track: T; readonly action: 'copy' | 'encode' }

export type RenditionPlan = {
  readonly contentType: Rendition['contentType']
  readonly video: TrackPlan<VideoTrack> | null
  readonly audio: TrackPlan<AudioTrack> | null
}

export type PlayableTracks = {
  readonly demuxer: Demuxer
  readonly video: VideoTrack | null
  readonly audio: AudioTrack | null
}

/** The others have no reliable frame times, which MP4 needs: B-frames would be reordered. */
const timedContainers: ReadonlySet<Demuxer> = new Set(['mov', 'matroska'] as const)
/** Supported by decoders in browsers and phones; not 10 bits, 4:2:2 or 4:4:4. */
const h264Profiles = ['Constrained Baseline', 'Baseline', 'Main', 'High']
const pixelFormats = ['yuv420p', 'yuvj420p']
const aacProfiles = ['LC', 'HE-AAC', 'HE-AACv2']

export function planRendition({ demuxer, video, audio }: PlayableTracks): RenditionPlan {
  if (video !== null) {
    const isTimed = timedContainers.has(demuxer)
    return {
      contentType: 'video/mp4',
      video: plan(video, isTimed && isBrowserVideo(video)),
      audio: audio === null ? null : plan(audio, isTimed && isBrowserAac(audio)),
    }
  }
  // MP3 stays MP3 without tags: it needs no container, and every player supports it.
  if (audio?.codec === 'mp3') return { contentType: 'audio/mpeg', video: null, audio: plan(audio, true) }
  return { contentType: 'audio/mp4', video: null, audio: audio && plan(audio, isBrowserAac(audio)) }
}

/** The fallback if a copy does not play. */
export function planEncoding({ video, audio }: PlayableTracks): RenditionPlan {
  return {
    contentType: video === null ? 'audio/mp4' : 'video/mp4',
    video: video && plan(video, false),
    audio: audio && plan(audio, false),
  }
}

export function keepsTracks({ video, audio }: RenditionPlan): boolean {
  return video?.action === 'copy' || audio?.action === 'copy'
}

export function isCopy({ video, audio }: RenditionPlan): boolean {
  return video?.action !== 'encode' && audio?.action !== 'encode'
}

function plan<T>(track: T, isKept: boolean): TrackPlan<T> {
  return { track, action: isKept ? 'copy' : 'encode' }
}

function isBrowserVideo({ codec, profile, pixelFormat }: VideoTrack): boolean {
  return codec === 'h264' && h264Profiles.includes(profile) && pixelFormats.includes(pixelFormat)
}

function isBrowserAac({ codec, profile }: AudioTrack): boolean {
  return codec === 'aac' && aacProfiles.includes(profile)
}
