import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { transcribeRecording } from '../recordings/recordings.public.handler.ts'
import type { Speech } from '../recordings/recordings.public.ts'
import { enqueueIndexing } from '../search/search.public.ts'
import { failPrivateFile } from './fail-private-file.ts'
import { findFileToTranscribe } from './file-recordings.repo.ts'
import { failFile, finishFile, reportFileProgress } from './files.repo.ts'
import { enqueueProtection } from './process-file.handler.ts'
import type { transcribeFile } from './transcribe-file.job.ts'

export async function handleTranscribeFile(
  deps: ProcessingDeps & { enqueue: Enqueue; speech: Speech },
  { fileId }: JobPayload<typeof transcribeFile>,
  attempt: Attempt,
): Promise<void> {
  const file = await findFileToTranscribe(deps.db, fileId)
  if (!file) return
  const { recordingId, teamId, isPrivate } = file
  await deps.processing.inWorkDir((workDir) =>
    transcribeRecording(deps, {
      ...file,
      attempt,
      workDir,
      owner: {
        isPrivate,
        async succeed(tx) {
          if (isPrivate) return enqueueProtection(deps, tx, { id: fileId, teamId })
          await enqueueIndexing(deps.enqueue, tx, { kind: 'segment', sourceId: recordingId, teamId })
          return finishFile(tx, fileId, null)
        },
        fail: (tx, failure) => (isPrivate ? failPrivateFile : failFile)(tx, fileId, failure),
        report: (progress) => reportFileProgress(deps.db, fileId, progress),
      },
    }),
  )
}
