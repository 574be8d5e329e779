import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import { type QuotaConfig, requireStorageFor, requireWithinQuota } from '../team/team.public.ts'
import { type DownloadDeps, downloadUpload } from '../uploads/uploads.public.ts'
import { downloadInsight } from './download-insight.job.ts'
import { acceptDownload, findDownloadingInsight, reportDownload } from './insight-downloads.repo.ts'
import { failInsight } from './insights.repo.ts'
import { processInsight } from './process-insight.job.ts'

export async function handleDownloadInsight(
  deps: DownloadDeps & { enqueue: Enqueue; config: QuotaConfig },
  { insightId }: JobPayload<typeof downloadInsight>,
  attempt: Attempt,
): Promise<void> {
  const insight = await findDownloadingInsight(deps.db, insightId)
  if (!insight) return
  const teamId = insight.team_id
  await downloadUpload(deps, {
    job: downloadInsight,
    attempt,
    uploadKey: insight.upload_key,
    fileName: insight.name,
    checkSize: (bytes) => requireStorageFor(deps, teamId, bytes),
    report: (progress) => reportDownload(deps.db, insightId, progress),
    async accept(tx, object) {
      if (!(await acceptDownload(tx, insightId, object))) return false
      await requireWithinQuota(tx, teamId, deps.config)
      await deps.enqueue(tx, processInsight, { v: 1, insightId }, { teamId, key: String(insightId) })
      return true
    },
    fail: (tx, failure) => failInsight(tx, insightId, failure),
  })
}
