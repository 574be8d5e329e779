/** Computes the progress of an import of many files. */
import type { ImportProgress } from '@inlet/sdk'
import { formatBytes, formatDuration } from '../output/format.ts'
import type { ProgressItem, ProgressState } from '../output/progress.ts'
import { countBatches, countCalls, secondsForCalls } from './call-time.ts'
import type { ImportTask } from './import-task.ts'

/** A small file takes time too, for its calls. */
const bytesWorthOfCalls = 1_000_000
const memoryMs = 10_000

interface Share {
  /** 0 to 1. */
  done: number
  sentBytes: number
  progress?: ImportProgress
}

export interface RunProgress {
  start(task: ImportTask): void
  progress(task: ImportTask, progress: ImportProgress): void
  accepted(task: ImportTask): void
  end(task: ImportTask): void
  readonly state: () => ProgressState
}

/** What the call limit allows. */
export interface CallPace {
  perMinute: number
  /** While calls wait for the limit. */
  resumesInMs: number | undefined
}

export function createProgress(
  tasks: readonly ImportTask[],
  pace: () => CallPace,
  now = () => performance.now(),
): RunProgress {
  const shares = new Map<ImportTask, Share>()
  const active = new Set<ImportTask>()
  const processing = new Set<ImportTask>()
  let ended = 0
  let samples: Array<{ at: number; sentBytes: number }> = []

  const shareOf = (task: ImportTask): Share => {
    const share = shares.get(task) ?? { done: 0, sentBytes: 0 }
    shares.set(task, share)
    return share
  }
  const sum = (value: (task: ImportTask) => number) => tasks.reduce((total, task) => total + value(task), 0)

  function bytesPerSecond(): number {
    const at = now()
    const sentBytes = sum((task) => shares.get(task)?.sentBytes ?? 0)
    samples.push({ at, sentBytes })
    samples = samples.filter((sample) => at - sample.at <= memoryMs)
    const [first] = samples
    return first && at > first.at ? Math.max(0, ((sentBytes - first.sentBytes) * 1000) / (at - first.at)) : 0
  }

  function total(): ProgressItem {
    const weight = (task: ImportTask) => task.bytes + bytesWorthOfCalls
    const percent = (100 * sum((task) => weight(task) * (shares.get(task)?.done ?? 0))) / sum(weight)
    const name = `${ended} of ${tasks.length} done`
    const unbegun = tasks.filter((task) => !shares.has(task))
    if (active.size === 0 && unbegun.length === 0)
      return { name, percent, note: processing.size > 0 ? `${processing.size} being processed` : '' }
    const rate = bytesPerSecond()
    const bytesLeft = sum((task) => task.bytes - (shares.get(task)?.sentBytes ?? 0))
    const callsLeft = countCalls(unbegun) + countBatches(active.size)
    const { perMinute, resumesInMs = 0 } = pace()
    const callSeconds = resumesInMs / 1000 + secondsForCalls(callsLeft, perMinute)
    const secondsLeft = Math.max(rate > 0 ? bytesLeft / rate : 0, callSeconds)
    return { name, percent, note: note(rate, secondsLeft) }
  }

  return {
    start(task) {
      shareOf(task)
      active.add(task)
    },
    progress(task, progress) {
      const share = shareOf(task)
      share.progress = progress
      share.sentBytes = progress.sentBytes
      share.done = 0.95 * (progress.totalBytes === 0 ? 0 : progress.sentBytes / progress.totalBytes)
    },
    accepted(task) {
      active.delete(task)
      processing.add(task)
      const share = shareOf(task)
      share.done = 0.97
      share.sentBytes = task.bytes
    },
    end(task) {
      active.delete(task)
      processing.delete(task)
      ended += 1
      const share = shareOf(task)
      share.done = 1
      share.sentBytes = task.bytes
    },
    state() {
      const waiting = limitNote(pace())
      const items = sendingFirst([...active], shareOf).map((task): ProgressItem => {
        const { progress } = shareOf(task)
        if (!progress)
          return {
            name: task.displayPath,
            percent: undefined,
            note: waiting ?? (task.remote ? 'fetching' : 'starting'),
          }
        if (progress.sentBytes === progress.totalBytes)
          return { name: task.displayPath, percent: 100, note: waiting ?? 'sent' }
        return { name: task.displayPath, percent: progress.percent, note: note(0, progress.secondsLeft) }
      })
      const whole = total()
      const isShown = waiting === undefined || items.some((item) => item.note === waiting)
      return { items, total: isShown ? whole : { ...whole, note: waiting } }
    },
  }
}

/** Of many files, those that are sent wait for each other; few are being sent. */
function sendingFirst(tasks: readonly ImportTask[], shareOf: (task: ImportTask) => Share): ImportTask[] {
  const isSent = (task: ImportTask) => {
    const { progress } = shareOf(task)
    return progress !== undefined && progress.sentBytes === progress.totalBytes
  }
  return [...tasks.filter((task) => !isSent(task)), ...tasks.filter(isSent)]
}

/** Calls that wait for less than a second are not worth a note. */
function limitNote({ resumesInMs = 0 }: CallPace): string | undefined {
  return resumesInMs < 1000 ? undefined : `rate limit: resumes in ${formatDuration(resumesInMs / 1000)}`
}

function note(rate: number, secondsLeft: number | undefined): string {
  const speed = rate > 0 ? `${formatBytes(rate)}/s` : ''
  const left = secondsLeft === undefined || secondsLeft <= 0 ? '' : `${formatDuration(secondsLeft)} left`
  return [speed, left].filter(Boolean).join(', ')
}
