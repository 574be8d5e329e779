/**
 * Sends a file in parts, or what is missing of it. Whatever fails, the entry stays in the journal and the next run resumes
 * it, unless the file has changed or the record is gone.
 */
import { BadRequestError, NotFoundError, UploadError } from '@inlet/sdk'
import { type Attempt, changedWhileRead, isUnchanged, type SendDeps, type StepResult } from './attempt.ts'
import type { ImportTask } from './import-task.ts'
import { retryTransient } from './retry.ts'

export async function sendParts(deps: SendDeps, task: ImportTask, attempt: Attempt): Promise<StepResult> {
  const { journal, signal } = deps
  const { id } = attempt
  // Parts of two versions must not be mixed.
  if (!(await isUnchanged(task.source, attempt.identity))) {
    await discardAttempt(deps, attempt, 'the file has changed')
    return 'gone'
  }
  try {
    await sendMissing(deps, task, attempt)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof NotFoundError) {
      await journal.write({ do: 'drop', id, reason: 'gone from the service' })
      return 'gone'
    }
    if (error instanceof UploadError && error.code === 'file_changed') {
      await discardAttempt(deps, attempt, 'the file has changed')
      throw changedWhileRead()
    }
    if (!isNotAwaited(error)) throw error
  }
  if (!(await isUnchanged(task.source, attempt.identity))) {
    await discardAttempt(deps, attempt, 'the file has changed')
    throw changedWhileRead()
  }
  await journal.write({ do: 'sent', id })
  return 'done'
}

async function sendMissing(deps: SendDeps, task: ImportTask, { key, begun }: Attempt): Promise<void> {
  const { records, uploader, signal, onProgress } = deps
  const calls = records.uploadCalls(key)
  let given = begun && 'upload' in begun ? begun.upload : undefined
  await retryTransient(() => {
    const upload = given
    given = undefined
    return uploader.sendParts(calls, { source: task.source, signal, onProgress }, upload)
  }, signal)
}

/** The import was completed by another run. */
const isNotAwaited = (error: unknown): boolean =>
  error instanceof BadRequestError && error.code === 'invalid_request'

/** The service would remove the parts after a week; failing to do it now has no other effect. */
export async function discardAttempt(
  { records, journal, signal }: SendDeps,
  { id, key }: Pick<Attempt, 'id' | 'key'>,
  reason: string,
): Promise<void> {
  await journal.write({ do: 'drop', id, reason })
  await records.discardUpload(key, { signal }).catch(() => {})
}
