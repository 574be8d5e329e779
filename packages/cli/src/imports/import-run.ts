/** Imports the files that are added to it: a few uploads at a time, in their order, each followed to its end. */
import type { ImportProgress, Inlet } from '@inlet/sdk'
import { explain } from '../errors.ts'
import type { JournalLine } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import { createFollower, type End } from './follow-imports.ts'
import { createQueue } from './queue.ts'
import { openRecords } from './records.ts'
import { FileProblem, isFatal, type Sent, sendFile } from './send-file.ts'
import type { Outcome, Work } from './work.ts'

export interface RunListener {
  onStart?(work: Work): void
  onProgress?(work: Work, progress: ImportProgress): void
  /** The service has accepted it and works on it. */
  onAccepted?(work: Work, key: string): void
  /** Once for every file. */
  onEnd(work: Work, outcome: Outcome): void
}

export interface RunOptions {
  inlet: Inlet
  journal: Journal
  projectId: number
  shouldPublish: boolean
  /** Uploads at a time. */
  parallel: number
  /** False: it is over when everything is accepted, without waiting for the processing. */
  isWaiting: boolean
  /** Calls a minute, as far as it is known. */
  limit: () => number
  /** Soft: nothing new is begun. Hard: what is under way is broken off. */
  stop: { soft: AbortSignal; hard: AbortSignal }
}

export interface ImportRun {
  add(work: Work): void
  /** Something has happened that would meet every file; finish() tells what. */
  readonly isBroken: boolean
  /** Nothing more comes: resolves when everything has ended. Rejects with what would have met every file. */
  finish(): Promise<void>
}

export function createImportRun(options: RunOptions, listener: RunListener): ImportRun {
  const { journal, projectId } = options
  const breakOff = new AbortController()
  const soft = AbortSignal.any([options.stop.soft, options.stop.hard, breakOff.signal])
  const hard = AbortSignal.any([options.stop.hard, breakOff.signal])
  const records = openRecords(options.inlet, options.shouldPublish)
  const queue = createQueue<Work>()
  const sending = new Set<Promise<void>>()
  /** Accepted, and not known to have ended. */
  const pending = new Map<Work, string>()
  const writing = new Set<Promise<void>>()
  let failure: unknown

  const follower = createFollower({
    records,
    signal: soft,
    isBusy: () => queue.length > 0 || sending.size > 0,
    limit: options.limit,
  })

  const end = (): void => {
    for (const work of queue.drain()) listener.onEnd(work, { status: 'pending' })
    queue.close()
  }
  soft.addEventListener('abort', end, { once: true })
  if (soft.aborted) end()

  async function lane(): Promise<void> {
    for (let work = await queue.next(); work; work = await queue.next()) await takeUp(work)
  }

  /** Returns when the line is free for the next file; completing goes on beside it. */
  function takeUp(work: Work): Promise<void> {
    listener.onStart?.(work)
    return new Promise((free) => {
      const whole = send(work, free).finally(() => {
        sending.delete(whole)
        free()
      })
      sending.add(whole)
    })
  }

  async function send(work: Work, onSent: () => void): Promise<void> {
    const onProgress = (progress: ImportProgress) => listener.onProgress?.(work, progress)
    const deps = { records: records[work.as], journal, projectId, signal: hard, onProgress, onSent }
    try {
      accept(work, await sendFile(deps, work))
    } catch (error) {
      refuse(work, error)
    }
  }

  function accept(work: Work, { id, key, uploadSeconds }: Sent): void {
    const seconds = uploadSeconds === undefined ? {} : { uploadSeconds }
    listener.onAccepted?.(work, key)
    if (options.isWaiting) watch(work, { id, key }, seconds)
    else listener.onEnd(work, { status: 'accepted', key, ...seconds })
  }

  function watch(
    work: Work,
    { id, key }: { id: string; key: string },
    facts: { uploadSeconds?: number } = {},
  ): void {
    pending.set(work, key)
    follower.add({
      key,
      as: work.as,
      onEnd(found) {
        pending.delete(work)
        remember(endLine(id, found))
        listener.onEnd(work, outcomeOf(found, key, facts))
      },
    })
  }

  function refuse(work: Work, error: unknown): void {
    if (!hard.aborted && isFatal(error)) {
      failure = error
      breakOff.abort()
    }
    const key = error instanceof FileProblem ? error.key : undefined
    if (hard.aborted) listener.onEnd(work, { status: 'pending' })
    else listener.onEnd(work, { status: 'failed', reason: explain(error).message, ...(key && { key }) })
  }

  function remember(line: JournalLine): void {
    const written = journal
      .write(line)
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  const lanes = Array.from({ length: options.parallel }, () => lane())

  return {
    add(work) {
      if (soft.aborted) listener.onEnd(work, { status: 'pending' })
      else if (work.todo.step !== 'follow') queue.push(work)
      else watch(work, { id: work.todo.entry.id, key: work.todo.entry.key ?? '' })
    },
    get isBroken() {
      return failure !== undefined
    },
    async finish() {
      queue.close()
      await Promise.all(lanes)
      await Promise.all(sending)
      await follower.finish().catch((error: unknown) => {
        failure ??= error
      })
      for (const [work, key] of pending) listener.onEnd(work, { status: 'pending', key })
      await Promise.all(writing)
      if (failure) throw failure as Error
    },
  }
}

function endLine(id: string, end: End): JournalLine {
  return end.state === 'gone'
    ? { do: 'drop', id, reason: 'gone from the service' }
    : { do: 'end', id, ...end }
}

function outcomeOf(end: End, key: string, facts: { uploadSeconds?: number }): Outcome {
  switch (end.state) {
    case 'completed':
      return { status: 'completed', key, ...facts }
    case 'failed':
      return { status: 'failed', key, reason: end.reason }
    case 'gone':
      return { status: 'failed', reason: 'was removed from the service before it was ready. Import it again' }
  }
}
