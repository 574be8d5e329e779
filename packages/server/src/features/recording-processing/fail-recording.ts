import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { Failure } from '../document-processing/document-processing.public.ts'
import { purgeAbandoned } from './purge-recordings.ts'
import { detachAbandonedRecordings, markFailed } from './recording-lifecycle.repo.ts'
import type { RecordingRef } from './recording-steps.job.ts'

/** Nothing of a closed recording is kept, because it will never be opened. */
export async function failRecording(tx: Tx, ref: RecordingRef, failure: Failure): Promise<void> {
  await markFailed(tx, ref, failure)
  await purgeAbandoned(tx, await detachAbandonedRecordings(tx, ref.owner, { limit: 1, id: ref.id }))
}

/** Fails the recording and ends its job in one transaction. */
export async function failAttempt(
  { db }: { db: Db },
  { recording, attempt }: { recording: RecordingRef; attempt: Attempt },
  failure: Failure,
): Promise<void> {
  attempt.log.info({ failure: failure.code }, 'recording cannot be processed')
  await inTransaction(db, async (tx) => {
    await failRecording(tx, recording, failure)
    await attempt.complete(tx)
  })
}
