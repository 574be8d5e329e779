/** Watches the disk while a program runs. */

import { directoryBytes, readFreeSpace } from './disk.ts'

/** Below this a program has probably failed to write. Far less than the space at which the worker pauses. */
const exhaustedBytes = 8 * 1024 ** 2
const exhaustedInodes = 50
const intervalMs = 200

export type RunWatch = {
  /** True if the disk was nearly full at some time. */
  wasDiskFull(): boolean
  /** Looks once more and ends. */
  stop(): Promise<void>
}

/** Calls `onTooLarge` once when the directory exceeds `totalBytes`. */
export function watchRun(workDir: string, totalBytes: number, onTooLarge: () => void): RunWatch {
  let diskFull = false
  let isOver = false
  let pending: Promise<void> | null = null
  const look = async () => {
    const free = await readFreeSpace(workDir)
    diskFull ||= free.bytes < exhaustedBytes || free.inodes < exhaustedInodes
    if (isOver || (await directoryBytes(workDir)) <= totalBytes) return
    isOver = true
    onTooLarge()
  }
  const lookOnce = () => {
    // A failed look is repeated at the next interval.
    pending ??= look()
      .catch(() => {})
      .finally(() => {
        pending = null
      })
    return pending
  }
  const timer = setInterval(() => void lookOnce(), intervalMs)
  let stopped: Promise<void> | null = null
  const stop = async () => {
    clearInterval(timer)
    await pending
    await lookOnce()
  }
  return {
    wasDiskFull: () => diskFull,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
