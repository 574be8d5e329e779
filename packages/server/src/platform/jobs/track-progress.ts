/** Progress of a job: saved at intervals, and never allowed to fail the job. */
import type { Log } from '../telemetry/log.ts'

export interface StageProgress<Stage extends string> {
  stage: Stage
  /** Of the whole job. Never decreases within an attempt. */
  percent: number
  /** Until this stage ends, at the measured speed; null until the speed is known. */
  secondsLeft: number | null
}

/** The range of the whole job that each stage covers, by the time it usually takes. */
export type StageShares<Stage extends string> = Readonly<Record<Stage, readonly [from: number, to: number]>>

export interface ProgressTracker<Stage extends string> {
  /** Returns a function that takes the completed fraction of the stage, from 0 to 1. */
  begin(stage: Stage): (fraction: number) => void
}

const saveEveryMs = 2_000
/** Before this, the measured speed is dominated by start-up. */
const measurableAfterMs = 1_500

export function trackProgress<Stage extends string>(
  save: (progress: StageProgress<Stage>) => Promise<void>,
  log: Log,
  shares: StageShares<Stage>,
  now: () => number = Date.now,
): ProgressTracker<Stage> {
  let savedAt = Number.NEGATIVE_INFINITY
  let savedStage: Stage | undefined
  let isSaving = false
  let pending: StageProgress<Stage> | undefined
  let highest = 0

  /** The first report of a stage is saved at once, so that short stages are visible. */
  function report(progress: StageProgress<Stage>): void {
    const isNewStage = progress.stage !== savedStage
    if (!isNewStage && now() - savedAt < saveEveryMs) return
    if (isSaving) {
      if (isNewStage) pending = progress
      return
    }
    isSaving = true
    savedAt = now()
    savedStage = progress.stage
    save(progress)
      .catch((error: unknown) => log.warn({ err: error }, 'progress could not be saved'))
      .finally(() => {
        isSaving = false
        const next = pending
        pending = undefined
        if (next) report(next)
      })
  }

  return {
    begin(stage) {
      const beganAt = now()
      let first: number | undefined
      return (fraction) => {
        const done = Math.min(1, Math.max(0, fraction))
        // A stage that resumes where an earlier attempt stopped must not count that progress as its speed.
        first ??= done
        const [from, to] = shares[stage]
        highest = Math.max(highest, Math.floor(from + (to - from) * done))
        report({ stage, percent: highest, secondsLeft: secondsLeft(now() - beganAt, done - first, 1 - done) })
      }
    },
  }
}

function secondsLeft(elapsedMs: number, doneHere: number, left: number): number | null {
  if (elapsedMs < measurableAfterMs || doneHere <= 0) return null
  return Math.round((elapsedMs / 1000) * (left / doneHere))
}
