import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import {
  type QuotaConfig,
  requireFreeStorage,
  requireStorageFor,
  requireWithinQuota,
} from '../team/team.public.ts'
import {
  acceptUpload,
  findSource,
  forgetUploads,
  keepObjects,
  underClaim,
  uploadReplaced,
  whileClaimed,
} from '../uploads/uploads.public.ts'
import { downloadInsight } from './download-insight.job.ts'
import { requireOpenInsight } from './get-insight.ts'
import { nextPhase } from './insight.state.ts'
import { startDownload } from './insight-downloads.repo.ts'
import { type Insight, startProcessing } from './insights.repo.ts'
import { processInsight } from './process-insight.job.ts'

export interface CompleteDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
  config: QuotaConfig
  remember?: Remember<object>
}

interface Completion {
  insight: Insight
  /** True only for the call that started processing. */
  isStarted: boolean
}

export function completeInsight(
  deps: CompleteDeps,
  principal: Principal,
  input: { insightKey: string; shouldPublish: boolean },
): Promise<Completion> {
  const read = () => requireOpenInsight(deps.db, principal, input.insightKey)
  const isDone = ({ phase }: Insight) => !nextPhase(phase, 'complete')
  return whileClaimed(async () => {
    const insight = await read()
    if (isDone(insight)) return { insight, isStarted: false }
    return underClaim(deps.db, insight.upload_key, async () => {
      // The call that held the claim before may have started it.
      const current = await read()
      if (isDone(current)) return { insight: current, isStarted: false }
      const isStarted = await start(deps, current, input.shouldPublish)
      const after = await read()
      if (!isStarted && !isDone(after)) throw uploadReplaced()
      return { insight: after, isStarted }
    })
  })
}

async function start(deps: CompleteDeps, insight: Insight, shouldPublish: boolean): Promise<boolean> {
  if (await findSource(deps.db, insight.upload_key)) return queueDownload(deps, insight, shouldPublish)
  const object = await acceptUpload(deps, {
    uploadKey: insight.upload_key,
    fileName: insight.name,
    checkSize: (bytes) => requireStorageFor(deps, insight.team_id, bytes),
  })
  return inTransaction(deps.db, async (tx) => {
    if (!(await startProcessing(tx, insight, object, shouldPublish))) return false
    await requireWithinQuota(tx, insight.team_id, deps.config)
    await keepObjects(tx, [object.key])
    await forgetUploads(tx, [insight.upload_key])
    await deps.enqueue(
      tx,
      processInsight,
      { v: 1, insightId: insight.id },
      { teamId: insight.team_id, key: String(insight.id) },
    )
    await deps.remember?.(tx, {})
    return true
  })
}

async function queueDownload(deps: CompleteDeps, insight: Insight, shouldPublish: boolean): Promise<boolean> {
  const { id: insightId, team_id: teamId } = insight
  await requireFreeStorage(deps, teamId)
  return inTransaction(deps.db, async (tx) => {
    if (!(await startDownload(tx, insight, shouldPublish))) return false
    await deps.enqueue(tx, downloadInsight, { v: 1, insightId }, { teamId, key: String(insightId) })
    await deps.remember?.(tx, {})
    return true
  })
}
