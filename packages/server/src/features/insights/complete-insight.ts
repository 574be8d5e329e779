import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { acceptUpload, keepObjects } from '../uploads/uploads.public.ts'
import { requireOpenInsight } from './get-insight.ts'
import { nextPhase } from './insight.state.ts'
import { type Insight, startProcessing } from './insights.repo.ts'
import { processInsight } from './process-insight.job.ts'

export interface CompleteDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

/** `isStarted` is true only for the call that started processing. */
export async function completeInsight(
  deps: CompleteDeps,
  principal: Principal,
  input: { insightKey: string; shouldPublish: boolean },
): Promise<{ insight: Insight; isStarted: boolean }> {
  const insight = await requireOpenInsight(deps.db, principal, input.insightKey)
  if (!nextPhase(insight.phase, 'complete')) return { insight, isStarted: false }
  const object = await acceptUpload(deps, { uploadKey: insight.upload_key, fileName: insight.name })
  const isStarted = await inTransaction(deps.db, async (tx) => {
    if (!(await startProcessing(tx, insight.id, object, input.shouldPublish))) return false
    await keepObjects(tx, [object.key])
    await deps.enqueue(
      tx,
      processInsight,
      { v: 1, insightId: insight.id },
      { teamId: insight.team_id, key: String(insight.id) },
    )
    return true
  })
  return { insight: await requireOpenInsight(deps.db, principal, input.insightKey), isStarted }
}
