/** Turns the state of the detector after each window into voice segments. */

import type { Span } from './audio.ts'
import { seconds } from './audio.ts'

/** The window size of the model. */
export const windowSamples = 512
export const minSpeechSeconds = 0.2
export const minSilenceSeconds = 0.3

/**
 * Many words start with breath or a soft consonant, which the detector does not report: nothing of "And" is missed,
 * but up to 0.25 s of "He". Starting slightly early is better than losing the first sound.
 */
const softBeginning = seconds(0.1)

/**
 * How long before the report of the detector a voice started or ended: it waits for the minimum speech or silence,
 * lags one window behind, and its library places the start two windows (with 64 samples of context) earlier.
 */
const beganBefore = seconds(minSpeechSeconds) + windowSamples + 2 * (windowSamples + 64) + softBeginning
const endedBefore = seconds(minSilenceSeconds) + windowSamples

export type VoiceTracker = {
  readonly regions: readonly Span[]
  readonly speakingSince: number | null
  /** The state of the detector after the window that ends at `position`. */
  advance(position: number, isSpeaking: boolean): void
}

/** Turns the state changes of the detector into voice segments, none before `origin`. */
export function trackVoice(origin: number): VoiceTracker {
  const regions: Span[] = []
  let since: number | null = null
  return {
    regions,
    get speakingSince() {
      return since
    },
    advance(position, isSpeaking) {
      if (isSpeaking && since === null) {
        since = Math.max(regions.at(-1)?.end ?? origin, position - beganBefore)
      } else if (!isSpeaking && since !== null) {
        const end = position - endedBefore
        if (end > since) regions.push({ start: since, end })
        since = null
      }
    },
  }
}
