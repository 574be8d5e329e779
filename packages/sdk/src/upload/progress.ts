/** The progress of an import, for display. */

export type ImportStage = 'preparing' | 'waiting' | 'uploading' | 'processing' | 'completed'

export interface ImportProgress {
  /** `waiting`: for a free upload slot, or for the rate limit. */
  stage: ImportStage
  sentBytes: number
  /** 0 until it is known. */
  totalBytes: number
  /** Of the stage, 0 to 100; undefined if unknown. */
  percent: number | undefined
  /** Until the end of the stage, at the recent speed. */
  secondsLeft: number | undefined
}

export type ProgressListener = (progress: ImportProgress) => void

export interface Meter {
  readonly progress: ImportProgress
  listen(listener: ProgressListener): () => void
  enter(stage: ImportStage): void
  expect(totalBytes: number): void
  sent(bytes: number): void
  /** For stages that are not counted in bytes. */
  reached(percent: number, secondsLeft?: number): void
}

const quietMs = 100
const memoryMs = 10_000

export function createMeter(now: () => number = () => performance.now()): Meter {
  const listeners = new Set<ProgressListener>()
  let progress: ImportProgress = {
    stage: 'preparing',
    sentBytes: 0,
    totalBytes: 0,
    percent: undefined,
    secondsLeft: undefined,
  }
  let toldAt = Number.NEGATIVE_INFINITY
  /** Recent samples, oldest first. */
  let samples: Array<{ at: number; sentBytes: number }> = []

  function tell(change: Partial<ImportProgress>, isNews: boolean): void {
    progress = { ...progress, ...change }
    if (!isNews && now() - toldAt < quietMs) return
    toldAt = now()
    for (const listener of listeners) notify(listener)
  }

  /** An exception in a listener must not fail the upload, so it is reported as an uncaught error. */
  function notify(listener: ProgressListener): void {
    try {
      listener(progress)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }

  function bytesPerMs(): number {
    const [first] = samples
    const last = samples.at(-1)
    if (!first || !last || last.at <= first.at) return 0
    return (last.sentBytes - first.sentBytes) / (last.at - first.at)
  }

  return {
    get progress() {
      return progress
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    enter(stage) {
      if (stage === progress.stage) return
      samples = []
      const percent = stage === 'completed' ? 100 : stage === 'uploading' ? percentOf(progress) : undefined
      tell({ stage, percent, secondsLeft: undefined }, true)
    },
    expect(totalBytes) {
      tell({ totalBytes }, false)
    },
    sent(bytes) {
      const sentBytes = progress.sentBytes + bytes
      const at = now()
      // A new attempt starts the measurement of the speed again.
      if (bytes < 0) samples = []
      samples.push({ at, sentBytes })
      samples = samples.filter((sample) => at - sample.at <= memoryMs)
      const speed = bytesPerMs()
      const left = progress.totalBytes - sentBytes
      const secondsLeft = speed > 0 ? Math.ceil(left / speed / 1000) : undefined
      tell({ sentBytes, percent: percentOf({ ...progress, sentBytes }), secondsLeft }, left === 0)
    },
    reached(percent, secondsLeft) {
      const isNews = percent !== progress.percent || secondsLeft !== progress.secondsLeft
      if (isNews) tell({ percent, secondsLeft }, true)
    },
  }
}

function percentOf({ sentBytes, totalBytes }: ImportProgress): number {
  return totalBytes === 0 ? 0 : Math.min(100, Math.floor((sentBytes / totalBytes) * 1000) / 10)
}
