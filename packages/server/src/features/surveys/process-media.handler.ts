import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ProcessingDeps } from '../extraction/extraction.public.handler.ts'
import { convertMedia, isTranscriptWanted } from '../recordings/recordings.public.handler.ts'
import { convertRecording, type Speech } from '../recordings/recordings.public.ts'
import { failPrivateMedia } from './fail-private-media.ts'
import {
  failMediaRecording,
  findMediaToProcess,
  keepClosedMedia,
  keepMediaRecording,
} from './media-recordings.repo.ts'
import type { processMedia } from './process-media.job.ts'
import { protectMedia } from './protect-media.job.ts'
import { transcribeMedia } from './transcribe-media.job.ts'

/** A linked media file takes the way of every recording; it stays linked whatever comes of that. */
export async function handleProcessMedia(
  deps: ProcessingDeps & { enqueue: Enqueue; speech: Speech },
  { mediaId }: JobPayload<typeof processMedia>,
  attempt: Attempt,
): Promise<void> {
  const media = await findMediaToProcess(deps.db, mediaId)
  if (!media) return
  const { teamId, language, object, fileName, privacy } = media
  const isPrivate = privacy !== null
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  await deps.processing.inWorkDir((workDir) =>
    convertRecording(deps, {
      object,
      language,
      isTranscribed: isTranscriptWanted(privacy),
      attempt,
      workDir,
      convert: convertMedia(deps.processing, { extension, workDir, signal: attempt.signal }),
      owner: {
        isPrivate,
        keep: (tx, recordingId) =>
          (isPrivate ? keepClosedMedia : keepMediaRecording)(tx, mediaId, recordingId),
        enqueueTranscription: (tx) =>
          deps.enqueue(tx, transcribeMedia, { v: 1, mediaId }, { teamId, key: String(mediaId) }),
        // The transcript itself says that it is whole; the media file has no state beyond being linked.
        succeed: (tx) =>
          isPrivate ? enqueueProtection(deps, tx, { mediaId, teamId }) : Promise.resolve(true),
        fail: (tx, failure) => (isPrivate ? failPrivateMedia : failMediaRecording)(tx, mediaId, failure),
        report: () => Promise.resolve(),
      },
    }),
  )
}

export async function enqueueProtection(
  { enqueue }: { enqueue: Enqueue },
  tx: Tx,
  { mediaId, teamId }: { mediaId: number; teamId: number },
): Promise<true> {
  await enqueue(tx, protectMedia, { v: 1, mediaId }, { teamId, key: String(mediaId) })
  return true
}
