/**
 * Ctrl-C in two steps. The first one is soft: nothing new is begun, and what is under way has some seconds to end by
 * itself before it is broken off. The second one ends the process at once; the journal makes that harmless.
 */
import { exitCodes } from './exit-codes.ts'

export interface Stop {
  /** Nothing new is begun. */
  readonly soft: AbortSignal
  /** What is under way is broken off. */
  readonly hard: AbortSignal
  /** Ctrl-C ends the process as usual again. */
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
    say('Stopping: what is under way may end. Press Ctrl-C again to quit at once.')
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
