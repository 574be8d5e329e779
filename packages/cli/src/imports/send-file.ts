/**
 * Brings one file to the service, from wherever an earlier run left it, until the service has accepted it. Each step is
 * in the journal before the next one begins, so that a kill at any moment costs at most the step it fell into.
 */
import { randomUUID } from 'node:crypto'
import {
  ApiError,
  BadRequestError,
  type ImportProgress,
  InletError,
  NotFoundError,
  UploadError,
  upload,
} from '@inlet/sdk'
import { type Identity, identify, isSame, printOf } from '../files/identity.ts'
import type { Journal } from '../journal/journal.ts'
import { bufferedFile } from '../upload/buffered-file.ts'
import { postForm } from '../upload/post-form.ts'
import { patiently } from './patience.ts'
import type { Records } from './records.ts'
import type { Work } from './work.ts'

export interface SendDeps {
  records: Records
  journal: Journal
  projectId: number
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
  /** The bytes are in the store: others may use the line. */
  onSent: () => void
}

export interface Sent {
  id: string
  key: string
  uploadSeconds?: number
}

/** A file that cannot be imported; the others can. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  /** Of its record, where the service has one. */
  readonly key: string | undefined

  constructor(message: string, key?: string) {
    super(message)
    this.key = key
  }
}

/** A descriptor that grew old, or an upload that the store has lost, is worth another beginning. */
const beginnings = 3

export async function sendFile(deps: SendDeps, work: Work): Promise<Sent> {
  const { todo } = work
  if (todo.step === 'complete') {
    const { id, key = '' } = todo.entry
    deps.onSent()
    if (await complete(deps, id, key)) return { id, key }
  }
  for (let i = 1; i <= beginnings; i += 1) {
    const sent = await uploadAnew(deps, work, i < beginnings)
    if (!sent) continue
    deps.onSent()
    if (await complete(deps, sent.id, sent.key)) return sent
  }
  throw new FileProblem('was uploaded, but the store has lost it. Try again later')
}

/** Nothing when the permission to upload ran out on the way. */
async function uploadAnew(deps: SendDeps, work: Work, mayRepeat: boolean): Promise<Sent | undefined> {
  const { journal, records, projectId, signal } = deps
  const identity = await identify(work.path)
  if (!identity) throw new FileProblem('is no longer there, or cannot be read')
  const id = randomUUID()
  const print = await printOf(work.path, identity.bytes).catch((error: unknown) => {
    throw new FileProblem(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  await journal.write({ do: 'begin', id, path: work.path, as: work.as, print, ...identity })
  try {
    // May be repeated even if it was heard: a record that never gets its upload never completes.
    const request = { projectId, name: work.name }
    const { key, descriptor } = await patiently(() => records.initialize(request, { signal }), signal)
    await journal.write({ do: 'key', id, key })
    const startedAt = performance.now()
    const file = await bufferedFile(work.path, work.name)
    await upload(descriptor, file, { signal, onProgress: deps.onProgress, fetch: postForm })
    await checkUnchanged(work.path, identity)
    await journal.write({ do: 'sent', id })
    return { id, key, uploadSeconds: (performance.now() - startedAt) / 1000 }
  } catch (error) {
    if (signal.aborted) throw error
    // Nothing was completed, and nothing will be: the next beginning has a record of its own.
    await journal.write({ do: 'drop', id, reason: error instanceof Error ? error.message : String(error) })
    const isWorthIt = error instanceof UploadError && (error.code === 'upload_expired' || error.isTransient)
    if (isWorthIt && mayRepeat) return undefined
    throw error
  }
}

/**
 * False when the bytes or the record are gone: then it cannot complete any more. Any other failure leaves the entry as
 * it is, because the call may have been heard; the next run asks again.
 */
async function complete({ records, journal, signal }: SendDeps, id: string, key: string): Promise<boolean> {
  try {
    await patiently(() => records.complete(key, { signal }), signal)
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

/** What was read may be neither the old content nor the new: it must not be completed. */
async function checkUnchanged(path: string, before: Identity): Promise<void> {
  const now = await identify(path)
  if (!now || !isSame(before, now))
    throw new FileProblem('was changed while it was read. Import it when nobody writes to it')
}

/** Failures that every other file would meet as well. */
export function isFatal(error: unknown): boolean {
  if (error instanceof FileProblem) return false
  if (!(error instanceof InletError)) return true
  if (error.status === 401 || error.status === 403) return true
  return ['project_not_found', 'invalid_client', 'unexpected_answer', 'certificate_refused'].includes(
    error.code,
  )
}
