/** Operator actions on jobs in the engine's tables: start now, cancel, requeue, delete dead letters. */
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { isDeadLetter, isStuck, type JobState, stateOf } from './job-table.ts'

export interface StoredJob {
  id: string
  queue: string
  kind: string
  state: JobState
  key: string | null
  group_id: string | null
  data: object
}

/** Locked, so that two operators do not retry it at the same time. */
export async function lockJob(tx: Tx, id: string): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`
    select j.id, j.name as queue, coalesce(j.source_name, j.name) as kind, ${stateOf} as state, j.singleton_key as key,
      j.group_id, j.data
    from job.job j where j.id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function startWaitingJobNow(tx: Tx, { queue, id }: StoredJob): Promise<void> {
  await sql`
    update job.job set start_after = now() where name = ${queue} and id = ${id} and state < 'active'
      and start_after > now()`.execute(tx)
}

/** Deletes the ended job and its dead letter before a new one is enqueued, so that nothing is retried twice. */
export async function deleteEndedJobs(tx: Tx, { kind, key }: StoredJob): Promise<void> {
  await sql`
    delete from job.job j where coalesce(j.source_name, j.name) = ${kind} and j.singleton_key is not distinct from ${key}
      and (j.state in ('failed', 'cancelled') or ${isDeadLetter})`.execute(tx)
}

/** False when it neither waits nor runs. A running attempt notices at its next heartbeat. */
export async function cancelJob(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update job.job j set state = 'cancelled', completed_on = now()
    where j.id = ${id} and j.state < 'completed' and not ${isDeadLetter} returning j.id`.execute(db)
  return rows.length > 0
}

/** Takes the job from a silent worker, whose attempt can no longer complete it, and makes it due immediately. */
export async function requeueStuckJob(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update job.job j set state = 'retry', start_after = now() where j.id = ${id}::uuid and ${isStuck}
    returning j.name`.execute(tx)
  return rows[0]?.name
}

export async function deleteDeadLetters(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    delete from job.job j where ${isDeadLetter} and j.id = any (${[...ids]}::uuid[]) and j.state = 'created'
    returning j.id`.execute(tx)
  return rows.length
}
