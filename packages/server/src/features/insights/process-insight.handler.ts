import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import {
  extractDocument,
  type ProcessingDeps,
} from '../document-processing/document-processing.public.handler.ts'
import { extractObject } from '../document-processing/document-processing.public.ts'
import { documentNotices } from '../projects/projects.public.ts'
import { enqueueIndexing } from '../search-index/search-index.public.ts'
import {
  failInsight,
  findInsightToProcess,
  finishInsight,
  reportInsightProgress,
  saveInsightHash,
} from './insights.repo.ts'
import type { processInsight } from './process-insight.job.ts'

export async function handleProcessInsight(
  deps: ProcessingDeps & { enqueue: Enqueue },
  { insightId }: JobPayload<typeof processInsight>,
  attempt: Attempt,
): Promise<void> {
  const insight = await findInsightToProcess(deps.db, insightId)
  if (!insight) return
  const { object, extension, teamId, privacy, locales } = insight
  await deps.processing.inWorkDir((workDir) =>
    extractObject(deps, {
      object,
      attempt,
      workDir,
      notices: documentNotices(privacy),
      process: (inputPath, onProgress) =>
        extractDocument(deps.processing, {
          inputPath,
          extension,
          locales,
          workDir,
          signal: attempt.signal,
          onProgress,
        }),
      saveHash: (sha256) => saveInsightHash(deps.db, insightId, sha256),
      report: (progress) => reportInsightProgress(deps.db, insightId, progress),
      async succeed(tx, extractionId) {
        await enqueueIndexing(deps.enqueue, tx, { kind: 'page', sourceId: extractionId, teamId })
        return finishInsight(tx, insightId, extractionId)
      },
      fail: (tx, failure) => failInsight(tx, insightId, failure),
    }),
  )
}
