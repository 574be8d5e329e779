import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { eraseRespondentJob } from './erase-respondent.job.ts'
import { listErasuresWithoutJob } from './erasures.repo.ts'

const erasuresAtOnce = 100

/** Repeats erasures that had to wait for a survey. Returns their number. */
export async function resumeErasures({ db, enqueue }: { db: Db; enqueue: Enqueue }): Promise<number> {
  const pending = await listErasuresWithoutJob(db, erasuresAtOnce)
  for (const { id, team_id: teamId } of pending)
    await inTransaction(db, (tx) =>
      enqueue(tx, eraseRespondentJob, { v: 1, erasureId: id }, { teamId, key: String(id) }),
    )
  return pending.length
}
