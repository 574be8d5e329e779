/** Imports the files that are added to it, in order and a few uploads at a time, and follows each to its end. */
import type { ImportProgress, Inlet } from '@inlet/sdk'
import { explain } from '../errors.ts'
import type { JournalLine } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import type { Upload } from '../upload/create-uploader.ts'
import { createFollower, type End } from './follow-imports.ts'
import type { ImportTask, Outcome } from './import-task.ts'
import { createQueue } from './queue.ts'
import { openRecords } from './records.ts'
import type { ReferenceOptions } from './references.ts'
import { FileProblem, isFatal, type Sent, sendFile } from './send-file.ts'

export interface RunListener {
  onStart?(task: ImportTask): void
  onProgress?(task: ImportTask, progress: ImportProgress): void
  /** The service has accepted it and is processing it. */
  onAccepted?(task: ImportTask, key: string): void
  /** Called once for every file. */
  onEnd(task: ImportTask, outcome: Outcome): void
}

export interface RunOptions {
  inlet: Inlet
  journal: Journal
  upload: Upload
  projectId: number
  shouldPublish: boolean
  references: ReferenceOptions
  /** Concurrent uploads. */
  parallel: number
  /** False: ends when everything is accepted, without waiting for processing. */
  isWaiting: boolean
  /** Soft: no new file is started. Hard: running uploads and calls are aborted. */
  stop: { soft: AbortSignal; hard: AbortSignal }
}

export interface ImportRun {
  add(task: ImportTask): void
  /** An error that affects every file has occurred; finish() rejects with it. */
  readonly isBroken: boolean
  /** No more files are added: resolves when everything has ended, rejects with an error that affects every file. */
  finish(): Promise<void>
}

interface Watched {
  id: string
  key: string
  uploadSeconds?: number
}

export function createImportRun(options: RunOptions, listener: RunListener): ImportRun {
  const { journal, projectId } = options
  const breakOff = new AbortController()
  const soft = AbortSignal.any([options.stop.soft, options.stop.hard, breakOff.signal])
  const hard = AbortSignal.any([options.stop.hard, breakOff.signal])
  const records = openRecords(options.inlet, options)
  const queue = createQueue<ImportTask>()
  const sending = new Set<Promise<void>>()
  /** Accepted, and not ended as far as is known. */
  const pending = new Map<ImportTask, string>()
  let failure: unknown
  const keepFailure = (error: unknown): void => {
    failure ??= error
  }
  const writes = createWrites(journal, keepFailure)

  const follower = createFollower(options.inlet, soft)

  const end = (): void => {
    for (const task of queue.drain()) listener.onEnd(task, { status: 'pending' })
    queue.close()
  }
  soft.addEventListener('abort', end, { once: true })
  if (soft.aborted) end()

  async function lane(): Promise<void> {
    for (let task = await queue.next(); task; task = await queue.next()) await takeUp(task)
  }

  /** Resolves when the next upload can start; completing this file continues in the background. */
  function takeUp(task: ImportTask): Promise<void> {
    listener.onStart?.(task)
    return new Promise((free) => {
      const whole = send(task, free).finally(() => {
        sending.delete(whole)
        free()
      })
      sending.add(whole)
    })
  }

  async function send(task: ImportTask, onSent: () => void): Promise<void> {
    const onProgress = (progress: ImportProgress) => listener.onProgress?.(task, progress)
    const { upload } = options
    const deps = { records: records[task.as], journal, upload, projectId, signal: hard, onProgress, onSent }
    try {
      accept(task, await sendFile(deps, task))
    } catch (error) {
      refuse(task, error)
    }
  }

  function accept(task: ImportTask, { id, key, uploadSeconds }: Sent): void {
    const seconds = uploadSeconds === undefined ? {} : { uploadSeconds }
    listener.onAccepted?.(task, key)
    if (options.isWaiting) watch(task, { id, key, ...seconds })
    else listener.onEnd(task, { status: 'accepted', key, ...seconds })
  }

  function watch(task: ImportTask, { id, key, ...facts }: Watched): void {
    pending.set(task, key)
    const onEnd = (found: End) => {
      pending.delete(task)
      writes.add(endLine(id, found))
      listener.onEnd(task, outcomeOf(found, key, facts))
    }
    follower.add({ key, as: task.as, onEnd })
  }

  function refuse(task: ImportTask, error: unknown): void {
    if (!hard.aborted && isFatal(error)) {
      failure = error
      breakOff.abort()
    }
    listener.onEnd(task, hard.aborted ? { status: 'pending' } : outcomeOfError(error))
  }

  const lanes = Array.from({ length: options.parallel }, () => lane())

  return {
    add(task) {
      if (soft.aborted) listener.onEnd(task, { status: 'pending' })
      else if (task.next.step !== 'follow') queue.push(task)
      else watch(task, { id: task.next.entry.id, key: task.next.entry.key ?? '' })
    },
    get isBroken() {
      return failure !== undefined
    },
    async finish() {
      queue.close()
      await Promise.all(lanes)
      await Promise.all(sending)
      await follower.finish().catch(keepFailure)
      for (const [task, key] of pending) listener.onEnd(task, { status: 'pending', key })
      await writes.finish()
      if (failure) throw failure as Error
    },
  }
}

/** Writes to the journal in the background. */
function createWrites(journal: Journal, onError: (error: unknown) => void) {
  const writing = new Set<Promise<void>>()
  return {
    add(line: JournalLine): void {
      const written = journal
        .write(line)
        .catch(onError)
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    finish: () => Promise.all(writing),
  }
}

function endLine(id: string, end: End): JournalLine {
  return end.state === 'gone'
    ? { do: 'drop', id, reason: 'gone from the service' }
    : { do: 'end', id, ...end }
}

function outcomeOfError(error: unknown): Outcome {
  const key = error instanceof FileProblem ? error.key : undefined
  return { status: 'failed', reason: explain(error).message, ...(key && { key }) }
}

function outcomeOf(end: End, key: string, facts: { uploadSeconds?: number }): Outcome {
  switch (end.state) {
    case 'completed':
      return { status: 'completed', key, ...facts }
    case 'failed':
      return { status: 'failed', key, reason: end.reason }
    case 'gone':
      return { status: 'failed', reason: 'was deleted from the service before it was ready. Import it again' }
  }
}
