/**
 * Sends one file until the service has accepted it, resuming where an earlier run stopped. Each step is in the journal
 * before the next one starts, so that a crash at any moment costs at most the current step.
 */
import { randomUUID } from 'node:crypto'
import {
  ApiError,
  BadRequestError,
  type ImportProgress,
  InletError,
  NotFoundError,
  UploadError,
} from '@inlet/sdk'
import { contentHash, type Identity, identify, isSame } from '../files/identity.ts'
import type { Journal } from '../journal/journal.ts'
import type { Upload } from '../upload/create-uploader.ts'
import type { ImportTask } from './import-task.ts'
import type { Records } from './records.ts'
import { retryTransient } from './retry.ts'

export interface SendDeps {
  records: Records
  journal: Journal
  upload: Upload
  projectId: number
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
  /** Called when the upload has finished, so that another one can start. */
  onSent: () => void
}

export interface Sent {
  id: string
  key: string
  uploadSeconds?: number
}

/** An error that affects this file only. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  /** Of its record, if the service has one. */
  readonly key: string | undefined

  constructor(message: string, key?: string) {
    super(message)
    this.key = key
  }
}

/** Attempts per file: an expired descriptor or a lost upload is retried with a new record. */
const beginnings = 3

export async function sendFile(deps: SendDeps, task: ImportTask): Promise<Sent> {
  const { next } = task
  if (next.step === 'complete') {
    const { id, key = '' } = next.entry
    deps.onSent()
    if (await complete(deps, id, key)) return { id, key }
  }
  for (let i = 1; i <= beginnings; i += 1) {
    const sent = await uploadAgain(deps, task, i < beginnings)
    if (!sent) continue
    deps.onSent()
    if (await complete(deps, sent.id, sent.key)) return sent
  }
  throw new FileProblem('was uploaded, but is missing in the object store. Try again later')
}

/** Undefined when the upload failed and is worth another attempt. */
async function uploadAgain(deps: SendDeps, task: ImportTask, mayRepeat: boolean): Promise<Sent | undefined> {
  const { journal, records, projectId, signal } = deps
  const identity = await identify(task.path)
  if (!identity) throw new FileProblem('no longer exists or cannot be read')
  const id = randomUUID()
  const print = await contentHash(task.path, identity.bytes).catch((error: unknown) => {
    throw new FileProblem(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  await journal.write({ do: 'begin', id, path: task.path, as: task.as, print, ...identity })
  try {
    // Safe to retry even if it was received: a record without an upload never completes.
    const request = { projectId, name: task.name }
    const { key, descriptor } = await retryTransient(() => records.initialize(request, { signal }), signal)
    await journal.write({ do: 'key', id, key })
    const startedAt = performance.now()
    const { path, name } = task
    await deps.upload(descriptor, { path, name, signal, onProgress: deps.onProgress })
    await checkUnchanged(task.path, identity)
    await journal.write({ do: 'sent', id })
    return { id, key, uploadSeconds: (performance.now() - startedAt) / 1000 }
  } catch (error) {
    if (signal.aborted) throw error
    // This record will never complete: the next attempt creates a new one.
    await journal.write({ do: 'drop', id, reason: error instanceof Error ? error.message : String(error) })
    const isWorthIt = error instanceof UploadError && (error.code === 'upload_expired' || error.isTransient)
    if (isWorthIt && mayRepeat) return undefined
    throw error
  }
}

/**
 * False when the upload or the record is gone, so that it can no longer complete. Any other failure leaves the entry as
 * it is, because the call may have been received; the next run calls again.
 */
async function complete({ records, journal, signal }: SendDeps, id: string, key: string): Promise<boolean> {
  try {
    await retryTransient(() => records.complete(key, { signal }), signal)
  } catch (error) {
    const isGone =
      error instanceof NotFoundError || (error instanceof ApiError && error.code === 'upload_missing')
    if (isGone) {
      await journal.write({ do: 'drop', id, reason: 'the upload is gone' })
      return false
    }
    if (!(error instanceof BadRequestError)) throw error
    await journal.write({ do: 'end', id, state: 'failed', reason: error.message })
    throw new FileProblem(error.message, key)
  }
  await journal.write({ do: 'accepted', id })
  return true
}

/** If the file changed while it was read, the upload is a mix of both versions and must not be completed. */
async function checkUnchanged(path: string, before: Identity): Promise<void> {
  const now = await identify(path)
  if (!now || !isSame(before, now))
    throw new FileProblem('changed while it was read. Import it when nothing writes to it')
}

/** Errors that would affect every other file as well. */
export function isFatal(error: unknown): boolean {
  if (error instanceof FileProblem) return false
  if (!(error instanceof InletError)) return true
  if (error.status === 401 || error.status === 403) return true
  return ['project_not_found', 'invalid_client', 'unexpected_answer', 'certificate_refused'].includes(
    error.code,
  )
}
