/** Imports the files that are added to it, in order and a few uploads at a time, and follows each to its end. */
import type { ImportProgress, Inlet } from '@inlet/sdk'
import { explain } from '../errors.ts'
import type { Journal } from '../journal/journal.ts'
import type { Uploader } from '../upload/create-uploader.ts'
import { createBatchedRecords, maxBatchItems } from './batched-records.ts'
import { FileProblem, isFatal } from './file-problem.ts'
import { createFollower, type End } from './follow-imports.ts'
import { createGroups, isForGroup, isToBeInitialized, type Token, withToken } from './groups.ts'
import type { ImportTask, Outcome } from './import-task.ts'
import { explainLinkFailure } from './link.ts'
import { createQueue } from './queue.ts'
import { openRecords, type Records } from './records.ts'
import type { ReferenceOptions } from './references.ts'
import { pause } from './retry.ts'
import { type Sent, sendFile } from './send-file.ts'
import { sendLink } from './send-link.ts'

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
  uploader: Uploader
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

export function createImportRun(options: RunOptions, listener: RunListener): ImportRun {
  const { journal, projectId } = options
  const breakOff = new AbortController()
  const soft = AbortSignal.any([options.stop.soft, options.stop.hard, breakOff.signal])
  const hard = AbortSignal.any([options.stop.hard, breakOff.signal])
  const single = openRecords(options.inlet, options)
  const queue = createQueue<ImportTask>()
  const sending = new Set<Promise<void>>()
  /** Accepted, and not ended as far as is known. */
  const pending = new Map<ImportTask, string>()
  let failure: unknown
  const keepFailure = (error: unknown): void => {
    failure ??= error
  }
  const groups = createGroups({
    size: () => (batched.isAvailable ? maxBatchItems : options.parallel),
    work: sendInGroup,
    onChange: () => batched.check(),
  })
  const batched = createBatchedRecords({
    ...options,
    single,
    signal: hard,
    isBeginning: () => groups.isBeginning,
    isSending: () => groups.isSending,
  })
  const isBusy = () => sending.size > 0 || groups.isSending
  const follower = createFollower({ ...options, signal: soft, isBusy })

  const end = (): void => {
    for (const task of [...queue.drain(), ...groups.drain()]) listener.onEnd(task, { status: 'pending' })
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
      const whole = send(task, { onSent: free }).finally(() => {
        sending.delete(whole)
        free()
      })
      sending.add(whole)
    })
  }

  /** Resolves when the file is accepted or has failed. */
  function sendInGroup(task: ImportTask, token: Token): Promise<void> {
    let isShown = false
    const show = () => {
      if (!isShown) listener.onStart?.(task)
      isShown = true
    }
    const records = withToken(batched.records[task.as], token)
    if (!isToBeInitialized(task)) token.begun()
    const whole = send(task, { records, onSent: show, onProgress: show }).finally(() => sending.delete(whole))
    sending.add(whole)
    return whole
  }

  async function send(
    task: ImportTask,
    { records = single[task.as], onSent, onProgress: onFirst }: SendOptions,
  ): Promise<void> {
    const onProgress = (progress: ImportProgress) => {
      onFirst?.()
      listener.onProgress?.(task, progress)
    }
    const { uploader, inlet, references } = options
    const { beginAgain } = batched
    const { sourceUrl } = task
    const deps = { records, journal, uploader, projectId, signal: hard, onProgress, onSent, beginAgain }
    try {
      if (options.isWaiting) await follower.ready()
      const sent =
        sourceUrl === undefined
          ? await sendFile(deps, task)
          : await sendLink({ ...deps, inlet, references }, { ...task, sourceUrl })
      accept(task, sent)
    } catch (error) {
      refuse(task, error)
    }
    // An interrupted run keeps the content for the next one. What cannot be deleted now is deleted by that one.
    if (!hard.aborted) await task.remote?.release().catch(() => {})
  }

  function accept(task: ImportTask, { key, uploadSeconds }: Sent): void {
    const seconds = uploadSeconds === undefined ? {} : { uploadSeconds }
    listener.onAccepted?.(task, key)
    if (options.isWaiting) watch(task, key, seconds)
    else listener.onEnd(task, { status: 'accepted', key, ...seconds })
  }

  function watch(task: ImportTask, key: string, facts: { uploadSeconds?: number } = {}): void {
    pending.set(task, key)
    const onEnd = (found: End) => {
      pending.delete(task)
      listener.onEnd(task, outcomeOf(found, key, facts))
    }
    follower.add({
      key,
      as: task.as,
      onEnd,
      ...(task.sourceUrl !== undefined && { explain: explainLinkEnd }),
    })
  }

  function refuse(task: ImportTask, error: unknown): void {
    if (!hard.aborted && isFatal(error)) {
      failure = error
      breakOff.abort()
    }
    listener.onEnd(task, hard.aborted ? { status: 'pending' } : outcomeOfError(error))
  }

  /** Files of the next group start a moment after those of the last one are sent. */
  async function untilSent(): Promise<void> {
    await Promise.all(sending)
    if (groups.isSending) await pause(groupPauseMs)
  }

  const lanes = Array.from({ length: options.parallel }, () => lane())

  return {
    add(task) {
      if (soft.aborted) listener.onEnd(task, { status: 'pending' })
      else if (task.next.step === 'follow') watch(task, task.next.entry.key ?? '')
      else if (isForGroup(task)) groups.add(task)
      else queue.push(task)
    },
    get isBroken() {
      return failure !== undefined
    },
    async finish() {
      queue.close()
      await Promise.all(lanes)
      while (isBusy()) await untilSent()
      await follower.finish().catch(keepFailure)
      for (const [task, key] of pending) listener.onEnd(task, { status: 'pending', key })
      if (failure) throw failure as Error
    },
  }
}

interface SendOptions {
  records?: Records
  onSent: () => void
  onProgress?: () => void
}

const groupPauseMs = 10

const explainLinkEnd = (end: End): End =>
  end.state === 'failed' ? { ...end, reason: explainLinkFailure(end.reason, end.code) } : end

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
