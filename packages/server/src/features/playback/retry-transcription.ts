/** Where the sound for the engine is still there, it goes on; otherwise it begins again with what was uploaded. */
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { processFile, transcribeFile } from '../files/files.public.ts'
import { dropRecordings } from '../recordings/recordings.public.ts'
import { deleteTexts } from '../search/search.public.ts'
import { processMedia, transcribeMedia } from '../surveys/surveys.public.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'
import type { PlaybackRow } from './playback.repo.ts'
import { detachRecording, restartFile, restartMedia, takeClosed } from './retry.repo.ts'

export interface RetryDeps {
  db: Db
  enqueue: Enqueue
}

export async function retryTranscription(
  deps: RetryDeps,
  principal: Principal,
  params: RecordingParams,
): Promise<void> {
  const row = await requireRecording(deps.db, principal, params)
  if (row.status !== 'failed') throw new AppError('not_retryable')
  await inTransaction(deps.db, async (tx) => {
    const isRestarted = row.owner === 'file' ? await restartFile(tx, row.id) : await restartMedia(tx, row.id)
    if (!isRestarted) throw new AppError('not_retryable')
    if (!row.has_speech && row.recording_id !== null) await beginAnew(tx, row.recording_id)
    // A private recording begins with its upload again, so that it is protected again.
    await dropRecordings(tx, await takeClosed(tx, row.owner, row.id))
    await enqueueNext(deps.enqueue, tx, row)
  })
}

/** What an earlier attempt made goes, with its transcript. */
async function beginAnew(tx: Tx, recordingId: number): Promise<void> {
  await deleteTexts(tx, 'segment', [recordingId])
  await detachRecording(tx, recordingId)
  await dropRecordings(tx, [recordingId])
}

async function enqueueNext(enqueue: Enqueue, tx: Tx, row: PlaybackRow): Promise<void> {
  const options = { teamId: row.team_id, key: String(row.id) }
  if (row.owner === 'file')
    await enqueue(tx, row.has_speech ? transcribeFile : processFile, { v: 1, fileId: row.id }, options)
  else await enqueue(tx, row.has_speech ? transcribeMedia : processMedia, { v: 1, mediaId: row.id }, options)
}
