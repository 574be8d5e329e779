/** What the trash does with an insight. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { reindexTexts } from '../search-index/search-index.public.ts'
import { downloadInsight } from './download-insight.job.ts'
import { cancelInsightWork, forgetInsights } from './forget-insights.ts'
import { viewInsightRecord } from './insight.view.ts'
import {
  deleteInsight,
  listInterruptedInsights,
  lockInsightParts,
  setInsightProject,
} from './insight-trash.repo.ts'
import { lockOpenInsight } from './managed-insights.repo.ts'
import { processInsight } from './process-insight.job.ts'

export const insightTrash = {
  async lock(tx: Tx, principal: Principal, key: string) {
    const insight = isRecordKey(key) ? await lockOpenInsight(tx, principal, key) : undefined
    if (!insight) throw new AppError('insight_not_found')
    const { id, team_id: teamId, project_id: projectId } = insight
    return { id, teamId, projectId, view: viewInsightRecord(insight) }
  },

  async remove(tx: Tx, id: number, trashId: number) {
    const insight = await lockInsightParts(tx, id)
    if (!insight) return
    await setInsightProject(tx, id, trashId)
    await cancelInsightWork(tx, [insight])
  },

  async restore(enqueue: Enqueue, tx: Tx, id: number, projectId: number) {
    const insight = await lockInsightParts(tx, id)
    if (!insight) return
    await setInsightProject(tx, id, projectId)
    await resume(enqueue, tx, { id })
    const { extraction_id, team_id: teamId } = insight
    if (extraction_id !== null)
      await reindexTexts(enqueue, tx, { kind: 'page', sourceIds: [extraction_id], teamId })
  },

  async purge(tx: Tx, id: number) {
    await forgetInsights(tx, await deleteInsight(tx, id))
  },

  cancelProject: async (tx: Tx, projectId: number) => {
    await cancelInsightWork(tx, await listInterruptedInsights(tx, { projectId }))
  },
  resumeProject: (enqueue: Enqueue, tx: Tx, projectId: number) => resume(enqueue, tx, { projectId }),
}

/** Starts the interrupted step of insights that were being processed when they or their project were deleted. */
async function resume(
  enqueue: Enqueue,
  tx: Tx,
  selected: { id: number } | { projectId: number },
): Promise<void> {
  for (const { id, team_id: teamId, is_downloading } of await listInterruptedInsights(tx, selected)) {
    const job = is_downloading ? downloadInsight : processInsight
    await enqueue(tx, job, { v: 1, insightId: id }, { teamId, key: String(id) })
  }
}
