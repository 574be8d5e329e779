import type { Tx } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'

/** The attempt has lost its lease, and the job may already run in another worker. */
export class StaleAttempt extends Error {
  constructor() {
    super('This attempt has lost its lease.')
    this.name = 'StaleAttempt'
  }
}

export interface Attempt {
  jobId: string
  /** 0 for the first. */
  number: number
  /** Aborted when the worker stops or the attempt loses its lease. */
  signal: AbortSignal
  log: Log
  /**
   * Completes the job in the caller's transaction, so that its result and its completion commit together. Throws
   * StaleAttempt, which rolls the transaction back, when another worker has claimed the job.
   */
  complete(tx: Tx): Promise<void>
  /**
   * Records progress in the caller's transaction, which resets the retries of the job: a long job may be interrupted any
   * number of times, as long as it makes progress. Throws StaleAttempt like `complete`. Call it last: it locks the job's
   * row until the commit, and heartbeats wait for that lock.
   */
  advance(tx: Tx): Promise<void>
}
