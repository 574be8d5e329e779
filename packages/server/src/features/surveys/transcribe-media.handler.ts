import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { transcribeRecording } from '../recordings/recordings.public.handler.ts'
import type { Speech } from '../recordings/recordings.public.ts'
import { enqueueIndexing } from '../search/search.public.ts'
import { failMediaRecording, findMediaToTranscribe } from './media-recordings.repo.ts'
import type { transcribeMedia } from './transcribe-media.job.ts'

export async function handleTranscribeMedia(
  deps: ProcessingDeps & { enqueue: Enqueue; speech: Speech },
  { mediaId }: JobPayload<typeof transcribeMedia>,
  attempt: Attempt,
): Promise<void> {
  const media = await findMediaToTranscribe(deps.db, mediaId)
  if (!media) return
  await deps.processing.inWorkDir((workDir) =>
    transcribeRecording(deps, {
      ...media,
      attempt,
      workDir,
      owner: {
        async succeed(tx) {
          const { recordingId: sourceId, teamId } = media
          await enqueueIndexing(deps.enqueue, tx, { kind: 'segment', sourceId, teamId })
          return true
        },
        fail: (tx, failure) => failMediaRecording(tx, mediaId, failure),
        report: () => Promise.resolve(),
      },
    }),
  )
}
