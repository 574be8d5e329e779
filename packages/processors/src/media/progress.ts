/** Converts ffmpeg's `-progress` lines to percent of a stage. */

import type { MediaProgress, MediaStage } from './processed-media.ts'

/** The position of ffmpeg in the recording; null for other lines. */
export function readOutTimeMs(line: string): number | null {
  // Not `out_time_ms`, which is in microseconds as well for backward compatibility.
  const microseconds = /^out_time_us=(\d+)\s*$/.exec(line)?.[1]
  return microseconds === undefined ? null : Math.round(Number(microseconds) / 1000)
}

export type StageReporter = { readonly at: (outTimeMs: number) => void; readonly end: () => void }

/**
 * Reports a stage in whole percent, never decreasing. It stays below 100 while running, because the stated duration
 * may be too short.
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
