import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { transcribeRecording } from '../recordings/recordings.public.handler.ts'
import type { Speech } from '../recordings/recordings.public.ts'
import { enqueueIndexing } from '../search/search.public.ts'
import { failPrivateMedia } from './fail-private-media.ts'
import { failMediaRecording, findMediaToTranscribe } from './media-recordings.repo.ts'
import { enqueueProtection } from './process-media.handler.ts'
import type { transcribeMedia } from './transcribe-media.job.ts'

export async function handleTranscribeMedia(
  deps: ProcessingDeps & { enqueue: Enqueue; speech: Speech },
  { mediaId }: JobPayload<typeof transcribeMedia>,
  attempt: Attempt,
): Promise<void> {
  const media = await findMediaToTranscribe(deps.db, mediaId)
  if (!media) return
  const { recordingId, teamId, isPrivate } = media
  await deps.processing.inWorkDir((workDir) =>
    transcribeRecording(deps, {
      ...media,
      attempt,
      workDir,
      owner: {
        isPrivate,
        async succeed(tx) {
          if (isPrivate) return enqueueProtection(deps, tx, { mediaId, teamId })
          await enqueueIndexing(deps.enqueue, tx, { kind: 'segment', sourceId: recordingId, teamId })
          return true
        },
        fail: (tx, failure) => (isPrivate ? failPrivateMedia : failMediaRecording)(tx, mediaId, failure),
        report: () => Promise.resolve(),
      },
    }),
  )
}
