import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { type Protection, protectRecording } from '../recordings/recordings.public.handler.ts'
import type { Speech } from '../recordings/recordings.public.ts'
import { failPrivateFile } from './fail-private-file.ts'
import { findFileToProtect, openProtectedFile } from './file-recordings.repo.ts'
import { reportFileProgress } from './files.repo.ts'
import type { protectFile } from './protect-file.job.ts'

export async function handleProtectFile(
  deps: ProcessingDeps & { enqueue: Enqueue; speech: Speech; protection: Protection },
  { fileId }: JobPayload<typeof protectFile>,
  attempt: Attempt,
): Promise<void> {
  const file = await findFileToProtect(deps.db, fileId)
  if (!file) return
  await deps.processing.inWorkDir((workDir) =>
    protectRecording(deps, {
      ...file,
      attempt,
      workDir,
      owner: {
        open: (tx, recordingId) => openProtectedFile(tx, fileId, recordingId),
        fail: (tx, failure) => failPrivateFile(tx, fileId, failure),
        report: (progress) => reportFileProgress(deps.db, fileId, progress),
      },
    }),
  )
}
