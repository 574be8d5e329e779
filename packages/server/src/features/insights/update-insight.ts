import type { ManagedInsight, RouteBody, updateInsight as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { requireMatch } from '../../platform/http/etag.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { auditChange } from '../audit/audit.public.ts'
import { rememberFormerProject, requireMoveTarget } from '../projects/projects.public.ts'
import { reindexTexts } from '../search-index/search-index.public.ts'
import { readRecordChanges } from '../uploads/uploads.public.ts'
import { viewInsightRecord } from './insight.view.ts'
import { changeInsight, lockOpenInsight } from './managed-insights.repo.ts'

export interface UpdateInsight {
  insightKey: string
  changes: RouteBody<typeof route>
  ifMatch: string | undefined
}

export async function updateInsight(
  { db, enqueue }: { db: Db; enqueue: Enqueue },
  principal: Principal,
  { insightKey, changes, ifMatch }: UpdateInsight,
): Promise<ManagedInsight> {
  return inTransaction(db, async (tx) => {
    const insight = isRecordKey(insightKey) ? await lockOpenInsight(tx, principal, insightKey) : undefined
    if (!insight) throw new AppError('insight_not_found')
    requireMatch(ifMatch, viewInsightRecord(insight))
    const next = readRecordChanges(insight, changes, insight.extension)
    const isMoved = next.project_id !== insight.project_id
    if (isMoved) await requireMoveTarget(tx, principal, next.project_id, [])
    const changed = await changeInsight(tx, insight.id, { ...next, state: changes.insight_state })
    if (isMoved)
      await rememberFormerProject(tx, { kind: 'insight', id: insight.id, projectId: insight.project_id })
    if (isMoved && changed.extraction_id !== null) {
      const { extraction_id, team_id: teamId } = changed
      await reindexTexts(enqueue, tx, { kind: 'page', sourceIds: [extraction_id], teamId })
    }
    const details = { fields: Object.keys(changes) }
    await auditChange(tx, principal, {
      action: 'insights.update',
      subject: `insight ${insight.key}`,
      details,
    })
    return viewInsightRecord(changed)
  })
}
