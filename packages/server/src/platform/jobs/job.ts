/**
 * Vocabulary. A *job* is a promise to do one thing, kept in PostgreSQL. An *attempt* is one worker's try at
 * it. A *slot* is room for one attempt in a worker. A *dead letter* is a job whose attempts are used up.
 */
import type { Static, TObject } from 'typebox'

/** The light half of a job: the api imports it to enqueue, the worker to find the handler. */
export interface Job<Payload extends TObject = TObject> {
  name: string
  payload: Payload
  /** Attempts after the first, each later than the one before. */
  retryLimit: number
  retryDelaySeconds: number
  /** The same pause before every attempt instead of one that doubles: for long work that goes on where it stopped. */
  hasSteadyRetries?: boolean
  /** An attempt that runs longer is taken away from its worker. */
  expireSeconds: number
  /** Run by the clock instead of being enqueued, e.g. every five minutes. */
  cron?: string
}

export function defineJob<Payload extends TObject>(job: Job<Payload>): Job<Payload> {
  return job
}

export type JobPayload<J> = J extends Job<infer Payload> ? Static<Payload> : never

export const deadLetterQueue = 'dead-letter'

/** A worker that says nothing for this long has died. The shortest the engine takes. */
export const heartbeatSeconds = 10
