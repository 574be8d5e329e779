/** Completes a record whose file is sent. */
import { ApiError, BadRequestError, NotFoundError } from '@inlet/sdk'
import type { Attempt, SendDeps } from './attempt.ts'
import { FileProblem } from './file-problem.ts'

/** `gone`: the upload or the record is gone, and its entry is dropped. `incomplete`: parts are missing in the store. */
export type Completion = 'accepted' | 'gone' | 'incomplete'

/** Any other failure leaves the entry as it is, because the call may have been received; the next run calls again. */
export async function completeRecord(
  { records, journal, signal }: Pick<SendDeps, 'records' | 'journal' | 'signal'>,
  { id, key, isInParts }: Pick<Attempt, 'id' | 'key' | 'isInParts'>,
): Promise<Completion> {
  try {
    await records.complete(key, { signal })
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === 'upload_missing'
    if (isInParts && (isMissing || (error instanceof ApiError && error.code === 'upload_incomplete')))
      return 'incomplete'
    if (isMissing || error instanceof NotFoundError) {
      await journal.write({ do: 'drop', id, reason: 'the upload is gone' })
      return 'gone'
    }
    if (!(error instanceof BadRequestError)) throw error
    await journal.write({ do: 'end', id, state: 'failed', reason: error.message })
    throw new FileProblem(error.message, key)
  }
  await journal.write({ do: 'accepted', id })
  return 'accepted'
}
