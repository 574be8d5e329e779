import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { acceptUpload, formatOf, keepObjects, maxBytesByKind } from '../uploads/uploads.public.ts'
import { nextPhase } from './insight.state.ts'
import { findOpenInsight, type Insight, startProcessing } from './insights.repo.ts'
import { processInsight } from './process-insight.job.ts'

export interface CompleteDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

/** `isStarted` is true for the one call that started the processing. */
export async function completeInsight(
  deps: CompleteDeps,
  principal: Principal,
  input: { insightKey: string; shouldPublish: boolean },
): Promise<{ insight: Insight; isStarted: boolean }> {
  const insight = await requireOpenInsight(deps.db, principal, input.insightKey)
  if (!nextPhase(insight.phase, 'complete')) return { insight, isStarted: false }
  const format = formatOf(insight.name)
  if (!format) throw new Error(`Insight ${insight.id} has a name without a known extension.`)
  const object = await acceptUpload(deps, {
    uploadKey: insight.upload_key,
    maxBytes: maxBytesByKind[format.kind],
    contentType: format.contentType,
  })
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

export async function requireOpenInsight(db: Db, principal: Principal, key: string): Promise<Insight> {
  const insight = isRecordKey(key) ? await findOpenInsight(db, principal, key) : undefined
  if (!insight) throw new AppError('insight_not_found')
  return insight
}
