/** How far an import of many files is, for the progress display. */
import type { ImportProgress } from '@inlet/sdk'
import { formatBytes, formatDuration } from '../output/figures.ts'
import type { ProgressItem, ProgressState } from '../output/progress.ts'
import { secondsForCalls } from './call-time.ts'
import type { Work } from './work.ts'

/** A small file costs time too: its calls. */
const bytesWorthOfCalls = 1_000_000
const memoryMs = 10_000

interface Share {
  /** 0 to 1. */
  done: number
  sentBytes: number
  progress?: ImportProgress
}

export interface Board {
  start(work: Work): void
  progress(work: Work, progress: ImportProgress): void
  accepted(work: Work): void
  end(work: Work): void
  readonly state: () => ProgressState
}

export function createBoard(
  works: readonly Work[],
  limit: () => number,
  now = () => performance.now(),
): Board {
  const shares = new Map<Work, Share>()
  const active = new Set<Work>()
  const processing = new Set<Work>()
  let ended = 0
  let samples: Array<{ at: number; sentBytes: number }> = []

  const shareOf = (work: Work): Share => {
    const share = shares.get(work) ?? { done: 0, sentBytes: 0 }
    shares.set(work, share)
    return share
  }
  const sum = (value: (work: Work) => number) => works.reduce((total, work) => total + value(work), 0)

  function bytesPerSecond(): number {
    const at = now()
    const sentBytes = sum((work) => shares.get(work)?.sentBytes ?? 0)
    samples.push({ at, sentBytes })
    samples = samples.filter((sample) => at - sample.at <= memoryMs)
    const [first] = samples
    return first && at > first.at ? Math.max(0, ((sentBytes - first.sentBytes) * 1000) / (at - first.at)) : 0
  }

  function total(): ProgressItem {
    const weight = (work: Work) => work.bytes + bytesWorthOfCalls
    const percent = (100 * sum((work) => weight(work) * (shares.get(work)?.done ?? 0))) / sum(weight)
    const name = `${ended} of ${works.length} done`
    const begun = works.filter((work) => shares.has(work)).length
    if (active.size === 0 && begun === works.length)
      return { name, percent, note: processing.size > 0 ? `${processing.size} being processed` : '' }
    const rate = bytesPerSecond()
    const bytesLeft = sum((work) => work.bytes - (shares.get(work)?.sentBytes ?? 0))
    const callsLeft = (works.length - begun) * 2 + active.size
    const secondsLeft = Math.max(rate > 0 ? bytesLeft / rate : 0, secondsForCalls(callsLeft, limit()))
    return { name, percent, note: note(rate, secondsLeft) }
  }

  return {
    start(work) {
      shareOf(work)
      active.add(work)
    },
    progress(work, progress) {
      const share = shareOf(work)
      share.progress = progress
      share.sentBytes = progress.sentBytes
      share.done = 0.95 * (progress.totalBytes === 0 ? 0 : progress.sentBytes / progress.totalBytes)
    },
    accepted(work) {
      active.delete(work)
      processing.add(work)
      const share = shareOf(work)
      share.done = 0.97
      share.sentBytes = work.bytes
    },
    end(work) {
      active.delete(work)
      processing.delete(work)
      ended += 1
      const share = shareOf(work)
      share.done = 1
      share.sentBytes = work.bytes
    },
    state() {
      const items = [...active].map((work): ProgressItem => {
        const { progress } = shareOf(work)
        if (!progress) return { name: work.shown, percent: undefined, note: 'waits for its turn' }
        if (progress.sentBytes === progress.totalBytes)
          return { name: work.shown, percent: 100, note: 'sent' }
        return { name: work.shown, percent: progress.percent, note: note(0, progress.secondsLeft) }
      })
      return { items, total: total() }
    },
  }
}

function note(rate: number, secondsLeft: number | undefined): string {
  const speed = rate > 0 ? `${formatBytes(rate)}/s` : ''
  const left = secondsLeft === undefined || secondsLeft <= 0 ? '' : `${formatDuration(secondsLeft)} left`
  return [speed, left].filter(Boolean).join(', ')
}
