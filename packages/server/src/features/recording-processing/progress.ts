/** Stages of processing a recording, and their shares of the whole. */
import {
  type ProgressTracker,
  type StageProgress,
  type StageShares,
  trackProgress as trackStages,
} from '../../platform/jobs/track-progress.ts'
import type { Log } from '../../platform/telemetry/log.ts'

export type Stage = 'fetching' | 'converting' | 'transcribing' | 'protecting'
export type Progress = StageProgress<Stage>

const shares: StageShares<Stage> = {
  fetching: [0, 5],
  converting: [5, 35],
  transcribing: [35, 100],
  protecting: [100, 100],
}
/** For recordings that are protected before they are shown. */
const protectedShares: StageShares<Stage> = {
  fetching: [0, 5],
  converting: [5, 25],
  transcribing: [25, 55],
  protecting: [55, 100],
}

export function trackProgress(
  save: (progress: Progress) => Promise<void>,
  log: Log,
  { isProtected }: { isProtected: boolean },
): ProgressTracker<Stage> {
  return trackStages(save, log, isProtected ? protectedShares : shares)
}
