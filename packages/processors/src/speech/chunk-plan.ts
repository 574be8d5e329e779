/**
 * Plans where to cut a recording, based on voice activity. The detector only chooses the cuts: adjacent voice segments
 * are recognized together, pauses included, because models do better with context.
 */

import type { Span } from './audio.ts'
import { samplesPerMs, seconds } from './audio.ts'

/** All in samples. */
export type ChunkLimits = {
  /** Of the recognized part, without the silence before it. */
  readonly maxChunk: number
  /**
   * From this length on the first clear pause ends the chunk; waiting for a later one would mean processing the rest
   * twice.
   */
  readonly goodLength: number
  /** Voice after a longer pause is a chunk of its own. */
  readonly longPause: number
}

/** The local model degrades from 15 seconds on. */
export const localLimits: ChunkLimits = {
  maxChunk: seconds(15),
  goodLength: seconds(8),
  longPause: seconds(1.5),
}

/**
 * Servers split for their model themselves, and each request costs. But a chunk that was not saved is recognized
 * again, so it stays below two minutes with the silence before it. Long pauses are not sent, because models
 * hallucinate in them.
 */
export const serverLimits: ChunkLimits = {
  maxChunk: seconds(85),
  goodLength: seconds(60),
  longPause: seconds(4),
}

/** Padding on both sides of the voice, for soft starts and ends of words that the detector misses. */
const padding = seconds(0.3)
const clearPause = seconds(0.5)
/** Without voice a chunk ends here, so that a recording of silence can be resumed too. */
const maxSilence = seconds(30)
/** Overlap with the next chunk, in case a voice is just starting. */
const silenceOverlap = seconds(1)
/** Without a pause, the cut is searched in this much of the end. */
const searchSpan = seconds(3)

export type VoiceProgress = {
  /** Where the chunk began. */
  readonly origin: number
  /** The position of the detector. */
  readonly position: number
  /** Voice that has ended. */
  readonly regions: readonly Span[]
  /** The start of the current voice segment; null in a pause. */
  readonly speakingSince: number | null
  readonly isEnd: boolean
}

export type Cut = {
  /** The range to recognize; null without voice. */
  readonly audio: Span | null
  readonly regions: readonly Span[]
  /** The end of this chunk and start of the next: a whole millisecond, except at the end of the recording. */
  readonly next: number
  /** Set if there is no pause: move the cut to the quietest point between here and `next`. */
  readonly searchFrom?: number
}

/** The cut to make now; null to continue. */
export function planCut(progress: VoiceProgress, limits: ChunkLimits): Cut | null {
  const { origin, position, regions, speakingSince, isEnd } = progress
  const maxVoice = limits.maxChunk - 2 * padding
  const first = regions[0]
  const last = regions.at(-1)
  if (isEnd) {
    const open = speakingSince === null ? [] : [{ start: speakingSince, end: position }]
    return cutAt(origin, until(position, [...regions, ...open]), position)
  }
  if (first === undefined || last === undefined) {
    if (speakingSince !== null) {
      if (position - speakingSince < maxVoice) return null
      const cut = cutAt(origin, [{ start: speakingSince, end: position }], wholeMs(position))
      return { ...cut, searchFrom: wholeMs(position - searchSpan) }
    }
    return position - origin < maxSilence ? null : cutAt(origin, [], wholeMs(position - silenceOverlap))
  }
  if (speakingSince !== null) {
    // The current voice segment does not fit: it starts the next chunk.
    const fits = position - first.start < maxVoice
    return fits ? null : cutAt(origin, regions, wholeMs((last.end + Math.max(last.end, speakingSince)) / 2))
  }
  const pause = position - last.end
  const isEnough =
    pause >= limits.longPause || (pause >= clearPause && last.end - first.start >= limits.goodLength)
  return isEnough ? cutAt(origin, regions, wholeMs(last.end + Math.min(padding, pause / 2))) : null
}

/** Moves an open cut of `planCut` to the quietest point. */
export function cutEarlier(cut: Cut, origin: number, end: number): Cut {
  return cutAt(origin, until(end, cut.regions), wholeMs(end))
}

function until(end: number, regions: readonly Span[]): Span[] {
  return regions
    .filter((region) => region.start < end)
    .map((region) => ({ start: region.start, end: Math.min(region.end, end) }))
}

function cutAt(origin: number, regions: readonly Span[], next: number): Cut {
  const first = regions[0]
  const last = regions.at(-1)
  if (first === undefined || last === undefined) return { audio: null, regions: [], next }
  return {
    audio: padVoice({ start: first.start, end: last.end }, { start: origin, end: next }),
    regions,
    next,
  }
}

/** The range to recognize in a chunk with voice. */
export function padVoice(voice: Span, chunk: Span): Span {
  return {
    start: Math.max(chunk.start, voice.start - padding),
    end: Math.min(chunk.end, voice.end + padding),
  }
}

function wholeMs(position: number): number {
  return Math.floor(position / samplesPerMs) * samplesPerMs
}
