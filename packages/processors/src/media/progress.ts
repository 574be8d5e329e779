/** From ffmpeg's `-progress` lines to percent of a stage. Pure. */

import type { MediaProgress, MediaStage } from './processed-media.ts'

/** How far into the recording ffmpeg is; null for lines that tell something else. */
export function readOutTimeMs(line: string): number | null {
  // Not `out_time_ms`, which holds microseconds too, for the sake of those who relied on the mistake.
  const microseconds = /^out_time_us=(\d+)\s*$/.exec(line)?.[1]
  return microseconds === undefined ? null : Math.round(Number(microseconds) / 1000)
}

export type StageReporter = { readonly at: (outTimeMs: number) => void; readonly end: () => void }

/**
 * Reports a stage as whole percent, only upwards. While it runs it stays below 100: durations are claims, and an end that
 * comes and goes on is worse than a pause at 99.
 */
export function startStage(
  stage: MediaStage,
  durationMs: number,
  onProgress: (progress: MediaProgress) => void,
): StageReporter {
  let last = -1
  const report = (percent: number) => {
    if (percent <= last) return
    last = percent
    onProgress({ stage, percent })
  }
  report(0)
  return {
    at: (outTimeMs) => {
      if (durationMs > 0) report(Math.min(99, Math.floor((outTimeMs / durationMs) * 100)))
    },
    end: () => report(100),
  }
}
