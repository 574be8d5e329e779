/** How far the work on a recording is, told now and then and never at the cost of the work itself. */
import type { Log } from '../../platform/telemetry/log.ts'

export type Stage = 'fetching' | 'converting' | 'transcribing' | 'protecting'

export interface Progress {
  stage: Stage
  /** Of the whole work. */
  percent: number
  /** Until this stage ends, from the speed measured in it; null while there is nothing to measure by. */
  secondsLeft: number | null
}

/** Which part of the whole a stage is, by what it usually takes. */
type Shares = Record<Stage, readonly [from: number, to: number]>
const shares: Shares = {
  fetching: [0, 5],
  converting: [5, 35],
  transcribing: [35, 100],
  protecting: [100, 100],
}
/** Where the recording is protected before it is shown. */
const privateShares: Shares = {
  fetching: [0, 5],
  converting: [5, 25],
  transcribing: [25, 55],
  protecting: [55, 100],
}

const saveEveryMs = 2_000
/** Before this the speed is mostly start-up. */
const measurableAfterMs = 1_500

export interface ProgressTracker {
  /** The returned function is told how much of the stage is done, from 0 to 1. */
  begin(stage: Stage): (fraction: number) => void
}

export function trackProgress(
  save: (progress: Progress) => Promise<void>,
  log: Log,
  { isPrivate = false, now = Date.now }: { isPrivate?: boolean; now?: () => number } = {},
): ProgressTracker {
  let savedAt = Number.NEGATIVE_INFINITY
  let isSaving = false

  function tell(progress: Progress): void {
    if (isSaving || now() - savedAt < saveEveryMs) return
    isSaving = true
    savedAt = now()
    save(progress)
      .catch((error: unknown) => log.warn({ err: error }, 'progress could not be saved'))
      .finally(() => {
        isSaving = false
      })
  }

  return {
    begin(stage) {
      const beganAt = now()
      let first: number | undefined
      return (fraction) => {
        const done = Math.min(1, Math.max(0, fraction))
        // Work that goes on where an earlier attempt stopped is not as fast as it looks.
        first ??= done
        const [from, to] = (isPrivate ? privateShares : shares)[stage]
        const percent = Math.floor(from + (to - from) * done)
        tell({ stage, percent, secondsLeft: secondsLeft(now() - beganAt, done - first, 1 - done) })
      }
    },
  }
}

function secondsLeft(elapsedMs: number, doneHere: number, left: number): number | null {
  if (elapsedMs < measurableAfterMs || doneHere <= 0) return null
  return Math.round((elapsedMs / 1000) * (left / doneHere))
}
