import type { PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'
import { noTracer, type Tracer } from '../telemetry/tracer.ts'
import type { Job, JobPayload } from './job.ts'
import { saveJobTrace } from './job-trace.ts'
import { transactionDb } from './transaction-db.ts'

export interface EnqueueOptions {
  /** The team that the job belongs to: teams share the slots fairly. */
  teamId: number
  /** At most one live job of this name has this key. */
  key: string
}

export type Enqueue = <J extends Job>(
  tx: Tx,
  job: J,
  payload: JobPayload<J>,
  options: EnqueueOptions,
) => Promise<void>

/**
 * The transaction is a required parameter: the job exists exactly if the state change that requires it commits. A job
 * that already waits or runs under the same key is left unchanged.
 */
export function createEnqueue(boss: PgBoss, tracer: Tracer = noTracer): Enqueue {
  return async (tx, job, payload, { teamId, key }) => {
    const id = await boss.send(job.name, payload as object, {
      db: transactionDb(tx),
      singletonKey: key,
      group: { id: `team:${teamId}` },
    })
    const traceparent = tracer.traceparent()
    if (id !== null && traceparent !== undefined) await saveJobTrace(tx, job.name, id, traceparent)
  }
}

/** For jobs that were taken out of the queue, without their definitions. */
export type EnqueueRaw = (
  tx: Tx,
  job: { kind: string; data: object; key: string | null; group: string | null },
) => Promise<void>

export function createEnqueueRaw(boss: PgBoss): EnqueueRaw {
  return async (tx, { kind, data, key, group }) => {
    await boss.send(kind, data, {
      db: transactionDb(tx),
      ...(key !== null && { singletonKey: key }),
      ...(group !== null && { group: { id: group } }),
    })
  }
}
