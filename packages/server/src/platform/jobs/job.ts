/**
 * A *job* is a unit of background work, stored in PostgreSQL. An *attempt* is one run of it by a worker. A *slot* is
 * the capacity of a worker for one attempt. A *dead letter* is a job that has failed all its attempts.
 */
import type { Static, TObject } from 'typebox'

/** The definition of a job: the api imports it to enqueue, the worker to find the handler. */
export interface Job<Payload extends TObject = TObject> {
  name: string
  payload: Payload
  /** Attempts after the first, with exponential backoff. */
  retryLimit: number
  retryDelaySeconds: number
  /** A constant delay instead of exponential backoff: for long jobs that resume where they stopped. */
  hasConstantRetryDelay?: boolean
  /** An attempt that runs longer loses its lease. */
  expireSeconds: number
  /** Scheduled instead of enqueued, e.g. every five minutes. */
  cron?: string
  /** A worker that cannot process files safely leaves it to others. */
  opensUploads?: boolean
}

export function defineJob<Payload extends TObject>(job: Job<Payload>): Job<Payload> {
  return job
}

export type JobPayload<J> = J extends Job<infer Payload> ? Static<Payload> : never

export const deadLetterQueue = 'dead-letter'

/** A worker without a heartbeat for this long has died. The minimum that the engine allows. */
export const heartbeatSeconds = 10
