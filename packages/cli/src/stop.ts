/**
 * Ctrl-C in two steps. The first stops new work, and running work has a few seconds to finish before it is aborted. The
 * second ends the process immediately, which the journal makes safe.
 */
import { exitCodes } from './exit-codes.ts'

export interface Stop {
  /** Start nothing new. */
  readonly soft: AbortSignal
  /** Abort what is running. */
  readonly hard: AbortSignal
  /** Restores the default behavior of Ctrl-C. */
  readonly done: () => void
}

export type ListenForStop = (say: (text: string) => void) => Stop

const graceMs = 5000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const listenForStop: ListenForStop = (say) => {
  const soft = new AbortController()
  const hard = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    if (soft.signal.aborted) process.exit(exitCodes.interrupted)
    say('Stopping after the current uploads. Press Ctrl-C again to quit immediately.')
    soft.abort()
    timer = setTimeout(() => hard.abort(), graceMs)
  }

  for (const signal of signals) process.on(signal, stop)
  return {
    soft: soft.signal,
    hard: hard.signal,
    done() {
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, stop)
    },
  }
}
