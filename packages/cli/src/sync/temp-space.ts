/** Limits the bytes that a sync keeps on disk at a time. */

export interface TempSpace {
  /** Waits until there is room. A file that is larger than the limit is alone. Rejects when the signal aborts. */
  take(bytes: number, signal: AbortSignal): Promise<void>
  give(bytes: number): void
}

export function createTempSpace(limitBytes: number): TempSpace {
  let used = 0
  const waiting: Array<{ bytes: number; start: () => void }> = []

  /** In order, so that a large file is not overtaken for ever. */
  function startNext(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (used > 0 && used + next.bytes > limitBytes) return
      used += next.bytes
      waiting.shift()
      next.start()
    }
  }

  return {
    take(bytes, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error)
        const one = { bytes, start: () => start() }
        const giveUp = () => {
          const index = waiting.indexOf(one)
          if (index === -1) return
          waiting.splice(index, 1)
          reject(signal.reason as Error)
          startNext()
        }
        const start = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(one)
        startNext()
      })
    },
    give(bytes) {
      used -= bytes
      startNext()
    },
  }
}
