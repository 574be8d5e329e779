import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { type Protection, protectRecording } from '../recordings/recordings.public.handler.ts'
import type { Speech } from '../recordings/recordings.public.ts'
import { enqueueIndexing } from '../search/search.public.ts'
import { listMemberNames } from '../teams/teams.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { failPrivateFile } from './fail-private-file.ts'
import { findFileToProtect, openProtectedFile, reportFileProgress } from './files.repo.ts'
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
      listResearchers: () => listMemberNames(deps.db, file.teamId),
      attempt,
      workDir,
      owner: {
        open: async (tx, recordingId) => {
          const opened = await openProtectedFile(tx, fileId, recordingId)
          if (!opened) return false
          await trashNow(tx, opened.originalKeys)
          // Found by what is left of it, and only from now on.
          await enqueueIndexing(deps.enqueue, tx, {
            kind: 'segment',
            sourceId: recordingId,
            teamId: file.teamId,
          })
          return true
        },
        fail: (tx, failure) => failPrivateFile(tx, fileId, failure),
        report: (progress) => reportFileProgress(deps.db, fileId, progress),
      },
    }),
  )
}
