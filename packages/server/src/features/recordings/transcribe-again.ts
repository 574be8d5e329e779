import type { Principal } from '../../platform/auth/principal.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { auditChange } from '../audit/audit.public.ts'
import {
  deleteRequest,
  insertRequest,
  transcribeAgainJob,
} from '../recording-processing/recording-processing.public.ts'
import { type RecordingParams, requireLockedRecording } from './open-recording.ts'
import { canTranscribeAgain } from './recording.view.ts'
import type { RetryDeps } from './retry-transcription.ts'

export async function transcribeAgain(
  { db, enqueue }: RetryDeps,
  principal: Principal,
  params: RecordingParams,
  { language }: { language: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await requireLockedRecording(tx, principal, params)
    const { recording_id: recordingId, team_id: teamId } = row
    if (recordingId === null || !canTranscribeAgain(row)) throw new AppError('transcription_not_possible')
    if (!(await insertRequest(tx, { recordingId, language, userId: principal.userId })))
      throw new AppError('transcription_not_possible')
    await enqueue(tx, transcribeAgainJob, { v: 1, recordingId }, { teamId, key: String(recordingId) })
    await auditChange(tx, principal, {
      action: 'recordings.transcribeAgain',
      subject: `${row.owner} ${row.key}`,
      details: { language },
    })
  })
}

/** Succeeds if there is nothing to stop, so that a repeated call does. */
export async function cancelTranscription(
  { db }: Pick<RetryDeps, 'db'>,
  principal: Principal,
  params: RecordingParams,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { recording_id: recordingId } = await requireLockedRecording(tx, principal, params)
    if (recordingId === null) return
    await deleteJobs(tx, [transcribeAgainJob], [String(recordingId)])
    await deleteRequest(tx, recordingId)
  })
}
