import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import { type QuotaConfig, requireStorageFor, requireWithinQuota } from '../team/team.public.ts'
import { type DownloadDeps, downloadUpload } from '../uploads/uploads.public.ts'
import { downloadFile } from './download-file.job.ts'
import { enqueueProcessing } from './enqueue-processing.ts'
import { acceptDownload, findDownloadingFile, reportDownload } from './file-downloads.repo.ts'
import { failFile } from './files.repo.ts'

export async function handleDownloadFile(
  deps: DownloadDeps & { enqueue: Enqueue; config: QuotaConfig },
  { fileId }: JobPayload<typeof downloadFile>,
  attempt: Attempt,
): Promise<void> {
  const file = await findDownloadingFile(deps.db, fileId)
  if (!file) return
  await downloadUpload(deps, {
    job: downloadFile,
    attempt,
    uploadKey: file.upload_key,
    fileName: file.name,
    checkSize: (bytes) => requireStorageFor(deps, file.team_id, bytes),
    report: (progress) => reportDownload(deps.db, fileId, progress),
    async accept(tx, object) {
      if (!(await acceptDownload(tx, fileId, object))) return false
      await requireWithinQuota(tx, file.team_id, deps.config)
      await enqueueProcessing(deps.enqueue, tx, file)
      return true
    },
    fail: (tx, failure) => failFile(tx, fileId, failure),
  })
}
