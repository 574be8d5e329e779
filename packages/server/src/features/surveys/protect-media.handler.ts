import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { type Protection, protectRecording } from '../recordings/recordings.public.handler.ts'
import type { Speech } from '../recordings/recordings.public.ts'
import { failPrivateMedia } from './fail-private-media.ts'
import { findMediaToProtect, openProtectedMedia } from './media-recordings.repo.ts'
import type { protectMedia } from './protect-media.job.ts'

export async function handleProtectMedia(
  deps: ProcessingDeps & { enqueue: Enqueue; speech: Speech; protection: Protection },
  { mediaId }: JobPayload<typeof protectMedia>,
  attempt: Attempt,
): Promise<void> {
  const media = await findMediaToProtect(deps.db, mediaId)
  if (!media) return
  await deps.processing.inWorkDir((workDir) =>
    protectRecording(deps, {
      ...media,
      attempt,
      workDir,
      owner: {
        open: (tx, recordingId) => openProtectedMedia(tx, mediaId, recordingId),
        fail: (tx, failure) => failPrivateMedia(tx, mediaId, failure),
        report: () => Promise.resolve(),
      },
    }),
  )
}
