/** From a detector's word after each window to stretches of voice. Pure. */

import type { Span } from './audio.ts'
import { seconds } from './audio.ts'

/** The model takes windows of this size only. */
export const windowSamples = 512
export const minSpeechSeconds = 0.2
export const minSilenceSeconds = 0.3

/**
 * Many words begin with breath or a soft consonant, which the detector does not take for voice: it misses nothing of "And",
 * but up to a quarter of a second of "He". Too early by a little is better than without the first sound.
 */
const softBeginning = seconds(0.1)

/**
 * How long before the detector's word a voice began, or ended: it waits for the shortest speech or silence, is one window
 * behind, and its library sets the beginning two of its own windows (with 64 samples of context) earlier.
 */
const beganBefore = seconds(minSpeechSeconds) + windowSamples + 2 * (windowSamples + 64) + softBeginning
const endedBefore = seconds(minSilenceSeconds) + windowSamples

export type VoiceTracker = {
  readonly regions: readonly Span[]
  readonly speakingSince: number | null
  /** What the detector said after the window that ends at `position`. */
  hear(position: number, isSpeaking: boolean): void
}

/** From the detector's changes of mind to stretches of voice, none of them before `origin`. */
export function trackVoice(origin: number): VoiceTracker {
  const regions: Span[] = []
  let since: number | null = null
  return {
    regions,
    get speakingSince() {
      return since
    },
    hear(position, isSpeaking) {
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
