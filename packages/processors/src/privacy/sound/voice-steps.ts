/**
 * Alters a voice by random pitch steps, because a constant shift can be reversed. The voice is altered, not anonymous:
 * manner of speaking and content remain.
 */

import { randomInt } from 'node:crypto'

export const voiceFile = 'voice.txt'
const leastPitch = 0.74
const mostPitch = 0.88
const leastStepMs = 1500
const mostStepMs = 4000

export type Random = (least: number, most: number) => number

/** Commands for ffmpeg, one step per line. */
export function writeVoiceSteps(durationMs: number, random: Random = secureRandom): string {
  const lines: string[] = []
  for (let atMs = 0; atMs < durationMs; atMs += Math.round(random(leastStepMs, mostStepMs))) {
    lines.push(
      `${(atMs / 1000).toFixed(3)} rubberband@voice pitch ${random(leastPitch, mostPitch).toFixed(4)};`,
    )
  }
  return `${lines.join('\n')}\n`
}

function secureRandom(least: number, most: number): number {
  return least + ((most - least) * randomInt(1_000_000)) / 1_000_000
}
