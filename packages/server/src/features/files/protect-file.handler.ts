import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { type Protection, protectRecording } from '../recordings/recordings.public.handler.ts'
import type { Speech } from '../recordings/recordings.public.ts'
import { listMemberNames } from '../teams/teams.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { failPrivateFile } from './fail-private-file.ts'
import { findFileToProtect, openProtectedFile, reportFileProgress } from './files.repo.ts'
import type { protectFile } from './protect-file.job.ts'

export async function handleProtectFile(
  deps: ProcessingDeps & { speech: Speech; protection: Protection },
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
          if (opened) await trashNow(tx, opened.originalKeys)
          return opened !== undefined
        },
        fail: (tx, failure) => failPrivateFile(tx, fileId, failure),
        report: (progress) => reportFileProgress(deps.db, fileId, progress),
      },
    }),
  )
}
