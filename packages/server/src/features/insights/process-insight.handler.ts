import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import { extractDocument, type ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { extractObject } from '../extraction/extraction.public.ts'
import { enqueueIndexing } from '../search/search.public.ts'
import { failInsight, findInsightToProcess, finishInsight } from './insights.repo.ts'
import type { processInsight } from './process-insight.job.ts'

export async function handleProcessInsight(
  deps: ProcessingDeps & { enqueue: Enqueue },
  { insightId }: JobPayload<typeof processInsight>,
  attempt: Attempt,
): Promise<void> {
  const insight = await findInsightToProcess(deps.db, insightId)
  if (!insight) return
  const { object, extension, teamId } = insight
  await deps.processing.inWorkDir((workDir) =>
    extractObject(deps, {
      object,
      attempt,
      workDir,
      process: (inputPath) =>
        extractDocument(deps.processing, { inputPath, extension, workDir, signal: attempt.signal }),
      async succeed(tx, extractionId) {
        await enqueueIndexing(deps.enqueue, tx, { kind: 'page', sourceId: extractionId, teamId })
        return finishInsight(tx, insightId, extractionId)
      },
      fail: (tx, failure) => failInsight(tx, insightId, failure),
    }),
  )
}
