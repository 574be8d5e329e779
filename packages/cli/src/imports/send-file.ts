/**
 * Sends one file until the service has accepted it, resuming where an earlier run stopped. Each step is in the journal
 * before the next one starts, so that a crash at any moment costs at most the current step; of a file that is sent in
 * parts, at most the parts under way.
 */
import { randomUUID } from 'node:crypto'
import { ApiError, isTransient, UploadError } from '@inlet/sdk'
import type { FoundFile } from '../files/find-files.ts'
import { localFile } from '../files/import-source.ts'
import { type Entry, isResumable } from '../journal/entries.ts'
import { type Attempt, changedWhileRead, isUnchanged, type SendDeps, type StepResult } from './attempt.ts'
import { completeRecord } from './complete-record.ts'
import { FileProblem, isFatal } from './file-problem.ts'
import { isToBeInitialized } from './groups.ts'
import type { ImportTask } from './import-task.ts'
import type { BegunRecord } from './records.ts'
import { discardAttempt, sendParts } from './send-parts.ts'

export interface Sent {
  id: string
  key: string
  uploadSeconds?: number
}

/** Attempts per file: an expired descriptor or a lost upload is retried with a new record. */
const beginnings = 3
/** How often parts are sent again that the store reports as missing. */
const repairs = 2

export async function sendFile(deps: SendDeps, task: ImportTask): Promise<Sent> {
  const { next } = task
  if (next.step === 'resume' || next.step === 'complete') {
    const sent = await finish(deps, task, earlierAttempt(next.entry), true)
    if (sent) return sent
  }
  const old = next.step === 'start' ? next.old : undefined
  if (old && !isToBeInitialized(task)) {
    const attempt = await beginAgain(deps, task, old)
    const sent = attempt && (await finish(deps, task, attempt, true))
    if (sent) return sent
  }
  if (old && isResumable(old)) await discardAttempt(deps, { id: old.id, key: old.key ?? '' }, 'starts again')
  for (let i = 1; i <= beginnings; i += 1) {
    const sent = await finish(deps, task, await begin(deps, task), i < beginnings)
    if (sent) return sent
  }
  throw new FileProblem('was uploaded, but is missing in the object store. Try again later')
}

const earlierAttempt = ({ id, key = '', bytes, mtime, state, upload }: Entry): Attempt => ({
  id,
  key,
  identity: { bytes, mtime },
  isInParts: upload === 'multipart',
  isSent: state === 'sent',
})

/** With the record that an earlier run created in a batch, or may have created. Undefined if it is of no use any more. */
async function beginAgain(
  deps: SendDeps,
  { transcript }: ImportTask,
  entry: Entry,
): Promise<Attempt | undefined> {
  const { journal, signal } = deps
  const { id, bytes, mtime } = entry
  try {
    const record = isForTranscript(deps, entry, transcript?.name) && (await deps.beginAgain(entry))
    if (record) {
      const { key, begun } = record
      if (transcript) await sendTranscript(deps, transcript, record)
      await journal.write({ do: 'key', id, key })
      return { id, key, identity: { bytes, mtime }, isInParts: false, isSent: false, begun }
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError) || isTransient(error) || isFatal(error)) throw error
  }
  await journal.write({ do: 'drop', id, reason: 'its record is of no use' })
  return undefined
}

/** A transcript may have been added, renamed or removed since. */
function isForTranscript(
  { journal }: SendDeps,
  { id, batch = '' }: Entry,
  name: string | undefined,
): boolean {
  const batched = journal.entries.inBatch(batch).find((one) => one.id === id)
  return batched?.item.kind !== 'file' || batched.item.transcript_file_name === name
}

/** Creates a record. */
async function begin(
  deps: SendDeps,
  { source, path, as, name, remote, transcript }: ImportTask,
): Promise<Attempt> {
  const { journal, records, projectId, signal } = deps
  const identity = await source.identify()
  if (!identity) throw new FileProblem('no longer exists or cannot be read')
  const id = randomUUID()
  const print = await source.hash(identity.bytes).catch((error: unknown) => {
    throw new FileProblem(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const { externalId, sourcePath } = remote ?? {}
  const version = externalId === undefined || sourcePath === undefined ? {} : { externalId, sourcePath }
  await journal.write({ do: 'begin', id, path, as, print, ...identity, ...version })
  try {
    // Safe to retry even if it was received: a record without an upload never completes.
    const { bytes } = identity
    const request = { id, projectId, name, bytes, externalId, transcriptName: transcript?.name }
    const record = await records.initialize(request, { signal })
    const { key, begun } = record
    // Before the key is in the journal, so that a record that is resumed has its transcript.
    if (transcript) await sendTranscript(deps, transcript, record)
    const isInParts = 'upload' in begun
    await journal.write({ do: 'key', id, key, ...(isInParts && { upload: 'multipart' }) })
    return { id, key, identity, isInParts, isSent: false, begun }
  } catch (error) {
    if (!signal.aborted) await journal.write({ do: 'drop', id, reason: reasonOf(error) })
    throw error
  }
}

async function sendTranscript(
  { uploader, signal }: SendDeps,
  { path, name, displayPath }: FoundFile,
  { transcript }: BegunRecord,
): Promise<void> {
  if (!transcript)
    throw new FileProblem(
      `has the transcript ${displayPath}, but this version of the service does not accept transcripts. Ask the operator to upgrade it, or use --no-transcripts`,
    )
  await uploader.sendForm(transcript, { source: localFile(path, name), signal, onProgress: () => {} })
}

/** Sends and completes. Undefined when the attempt has failed and another one is worth it. */
async function finish(
  deps: SendDeps,
  task: ImportTask,
  attempt: Attempt,
  mayRepeat: boolean,
): Promise<Sent | undefined> {
  const startedAt = performance.now()
  const send = () =>
    attempt.isInParts ? sendParts(deps, task, attempt) : sendForm(deps, task, attempt, mayRepeat)
  if (!attempt.isSent && (await send()) === 'gone') return undefined
  const facts = attempt.isSent ? {} : { uploadSeconds: (performance.now() - startedAt) / 1000 }
  deps.onSent()
  for (let i = 0; i <= repairs; i += 1) {
    const completion = await completeRecord(deps, attempt)
    if (completion === 'gone') return undefined
    if (completion === 'accepted') return { id: attempt.id, key: attempt.key, ...facts }
    delete attempt.begun
    if ((await sendParts(deps, task, attempt)) === 'gone') return undefined
  }
  throw new FileProblem(
    'was uploaded, but parts are missing in the object store. Try again later',
    attempt.key,
  )
}

async function sendForm(
  { journal, uploader, signal, onProgress }: SendDeps,
  { source }: ImportTask,
  { id, identity, begun }: Attempt,
  mayRepeat: boolean,
): Promise<StepResult> {
  try {
    if (!begun || 'upload' in begun) throw new Error('A form is needed.')
    await uploader.sendForm(begun, { source, signal, onProgress })
    if (!(await isUnchanged(source, identity))) throw changedWhileRead()
    await journal.write({ do: 'sent', id })
    return 'done'
  } catch (error) {
    if (signal.aborted) throw error
    // This record will never complete: the next attempt creates a new one.
    await journal.write({ do: 'drop', id, reason: reasonOf(error) })
    const isWorthIt = error instanceof UploadError && (error.code === 'upload_expired' || error.isTransient)
    if (isWorthIt && mayRepeat) return 'gone'
    throw error
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
