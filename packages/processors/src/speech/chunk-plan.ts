/**
 * Where to cut a recording, from where there is voice. Pure. The detector only chooses the cuts: neighbouring stretches of
 * voice are recognised together, pauses included, because a model does better with context.
 */

import type { Span } from './audio.ts'
import { samplesPerMs, seconds } from './audio.ts'

/** All in samples. */
export type ChunkLimits = {
  /** Of what is recognised; the silence before it comes on top. */
  readonly maxChunk: number
  /** From this length on the first clear pause ends the chunk: waiting for a later one means listening twice to what follows. */
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
 * Servers cut for their model themselves, and each request costs. But what was recognised and not kept is recognised again:
 * with the silence before it, a chunk stays below two minutes. Long pauses are not sent, models invent words in them.
 */
export const serverLimits: ChunkLimits = {
  maxChunk: seconds(85),
  goodLength: seconds(60),
  longPause: seconds(4),
}

/** On both sides of the voice, so that soft beginnings and ends of words that the detector missed are heard. */
const padding = seconds(0.3)
const clearPause = seconds(0.5)
/** Without voice a chunk ends here, so that a recording of silence can be resumed too. */
const maxSilence = seconds(30)
/** A voice may just be rising: the next chunk listens to this again. */
const silenceOverlap = seconds(1)
/** In voice without any pause, the cut is sought in this much of its end. */
const searchSpan = seconds(3)

export type Listened = {
  /** Where the chunk began. */
  readonly origin: number
  /** Up to where the detector has listened. */
  readonly position: number
  /** Voice that has ended. */
  readonly regions: readonly Span[]
  /** Since when somebody has been speaking; null in a pause. */
  readonly speakingSince: number | null
  readonly isEnd: boolean
}

export type Cut = {
  /** What to recognise; null when nobody spoke. */
  readonly audio: Span | null
  readonly regions: readonly Span[]
  /** The chunk's end and the next one's origin: a whole millisecond, except at the recording's end. */
  readonly next: number
  /** Set when there is no pause: the cut is to be moved to the quietest point between here and `next`. */
  readonly searchFrom?: number
}

/** The cut to make now; null to go on listening. */
export function planCut(listened: Listened, limits: ChunkLimits): Cut | null {
  const { origin, position, regions, speakingSince, isEnd } = listened
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
    // The stretch that has begun does not fit any more: it opens the next chunk.
    const fits = position - first.start < maxVoice
    return fits ? null : cutAt(origin, regions, wholeMs((last.end + Math.max(last.end, speakingSince)) / 2))
  }
  const pause = position - last.end
  const isEnough =
    pause >= limits.longPause || (pause >= clearPause && last.end - first.start >= limits.goodLength)
  return isEnough ? cutAt(origin, regions, wholeMs(last.end + Math.min(padding, pause / 2))) : null
}

/** Moves a cut that `planCut` left open to where the voice is quietest. */
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

/** What to recognise of a chunk with voice in it. */
export function padVoice(voice: Span, chunk: Span): Span {
  return {
    start: Math.max(chunk.start, voice.start - padding),
    end: Math.min(chunk.end, voice.end + padding),
  }
}

function wholeMs(position: number): number {
  return Math.floor(position / samplesPerMs) * samplesPerMs
}
