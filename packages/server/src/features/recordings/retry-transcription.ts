import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { retryRecording } from '../recording-processing/recording-processing.public.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'

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
  const { owner, id, team_id: teamId } = row
  const isRestarted = await inTransaction(deps.db, (tx) =>
    retryRecording(deps.enqueue, tx, { owner, id, teamId }),
  )
  if (!isRestarted) throw new AppError('not_retryable')
}
