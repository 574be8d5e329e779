/** Operator actions on jobs. Each action commits together with its audit log entry. */
import type { PgBoss } from 'pg-boss'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { createEnqueueRaw } from '../../platform/jobs/enqueue.ts'
import { deadLetterQueue } from '../../platform/jobs/job.ts'
import { deleteDeadLetters, requeueStuckJob } from '../../platform/jobs/repair-jobs.ts'
import { insertAudit } from '../audit/audit.public.ts'
import { retryJobIn } from '../maintenance/maintenance.public.ts'

export interface OperatorDeps {
  db: Db
  queue: { boss: PgBoss }
  operatorTeamId: number
}

export async function requeueJob(
  { db }: OperatorDeps,
  { userId }: Principal,
  jobId: string,
): Promise<{ count: number }> {
  if (!isRecordKey(jobId)) throw new AppError('job_not_found')
  await inTransaction(db, async (tx) => {
    const queue = await requeueStuckJob(tx, jobId)
    if (queue === undefined) throw new AppError('not_stuck')
    await insertAudit(tx, { userId, action: 'operator.requeueJob', subject: jobId, details: { queue } })
  })
  return { count: 1 }
}

export function retryDeadLetters(
  deps: OperatorDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<{ count: number }> {
  const enqueueRaw = createEnqueueRaw(deps.queue.boss)
  return changeLetters(deps, principal, ids, 'operator.retryDeadLetters', async (tx, wanted) => {
    let count = 0
    for (const id of wanted) if (await retryJobIn(tx, enqueueRaw, id)) count += 1
    return count
  })
}

export function dismissDeadLetters(
  deps: OperatorDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<{ count: number }> {
  return changeLetters(deps, principal, ids, 'operator.dismissDeadLetters', deleteDeadLetters)
}

async function changeLetters(
  { db }: OperatorDeps,
  { userId }: Principal,
  given: readonly string[],
  action: string,
  change: (tx: Tx, ids: string[]) => Promise<number>,
): Promise<{ count: number }> {
  const ids = [...new Set(given)].filter(isRecordKey)
  if (ids.length === 0) throw new AppError('job_not_found')
  const count = await inTransaction(db, async (tx) => {
    const changed = await change(tx, ids)
    await insertAudit(tx, { userId, action, subject: deadLetterQueue, details: { ids, count: changed } })
    return changed
  })
  return { count }
}
