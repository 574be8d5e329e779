/** All uploads of this tab. Stored outside React, so that they continue during navigation. */
import { InletError } from '@inlet/sdk/shared/errors'
import { isInletError } from '../api/api-error.ts'
import { createListeners } from '../ui/create-listeners.ts'
import type { UploadKind } from './file-kinds.ts'

export type UploadState = 'queued' | 'sending' | 'done' | 'failed' | 'cancelled'

export interface Upload {
  id: number
  name: string
  bytes: number
  sentBytes: number
  state: UploadState
  kind: UploadKind
  projectId: number
  problem?: InletError
  /** Key of the resulting import. */
  key?: string
}

export type UploadTask = (options: {
  onSent: (bytes: number) => void
  signal: AbortSignal
}) => Promise<string>

interface Entry {
  upload: Upload
  task: UploadTask
  abort: AbortController
}

/** More parallel uploads would only slow each other down. */
const maxConcurrent = 3
const entries = new Map<number, Entry>()
const listeners = createListeners()
let snapshot: readonly Upload[] = []
let nextId = 1
let isNotifyScheduled = false

export const listUploads = () => snapshot

export const onUploads = listeners.add

export type NewUpload = Pick<Upload, 'name' | 'bytes' | 'kind' | 'projectId'>

export function addUpload(about: NewUpload, task: UploadTask): void {
  const id = nextId++
  entries.set(id, {
    upload: { id, ...about, sentBytes: 0, state: 'queued' },
    task,
    abort: new AbortController(),
  })
  startNext()
}

/** Lists a file that was rejected before sending. */
export function addRejected(about: NewUpload, message: string): void {
  const id = nextId++
  const problem = new InletError(message, { code: 'not_accepted' })
  const task = () => Promise.reject(problem)
  entries.set(id, {
    upload: { id, ...about, sentBytes: 0, state: 'failed', problem },
    task,
    abort: new AbortController(),
  })
  notify()
}

export function cancelUpload(id: number): void {
  const entry = entries.get(id)
  if (!entry) return
  entry.abort.abort(new DOMException('cancelled', 'AbortError'))
  if (entry.upload.state === 'queued') set(id, { state: 'cancelled' })
}

export function retryUpload(id: number): void {
  const entry = entries.get(id)
  if (!entry) return
  entry.abort = new AbortController()
  const { problem: _before, ...rest } = entry.upload
  entry.upload = { ...rest, state: 'queued', sentBytes: 0 }
  startNext()
}

export function dismissUpload(id: number): void {
  entries.delete(id)
  notify()
}

/** Removes finished uploads. Failed ones stay until dismissed. */
export function dismissFinished(): void {
  for (const [id, { upload }] of entries)
    if (upload.state === 'done' || upload.state === 'cancelled') entries.delete(id)
  notify()
}

function startNext(): void {
  notify()
  const all = [...entries.values()]
  const running = all.filter(({ upload }) => upload.state === 'sending').length
  const waiting = all.filter(({ upload }) => upload.state === 'queued')
  for (const entry of waiting.slice(0, Math.max(maxConcurrent - running, 0))) void run(entry)
}

async function run({ upload: { id }, task, abort }: Entry): Promise<void> {
  set(id, { state: 'sending' })
  try {
    const key = await task({ onSent: (sentBytes) => set(id, { sentBytes }), signal: abort.signal })
    const bytes = entries.get(id)?.upload.bytes ?? 0
    set(id, { state: 'done', sentBytes: bytes, key })
  } catch (error) {
    if (abort.signal.aborted) set(id, { state: 'cancelled' })
    else set(id, { state: 'failed', problem: toProblem(error) })
  }
  startNext()
}

function toProblem(error: unknown): InletError {
  if (isInletError(error)) return error
  const message =
    error instanceof Error ? error.message : 'The upload failed for an unknown reason. Try again.'
  return new InletError(message, { code: 'upload_failed', cause: error })
}

function set(id: number, change: Partial<Upload>): void {
  const entry = entries.get(id)
  if (!entry) return
  entry.upload = { ...entry.upload, ...change }
  notify()
}

/** Progress events are frequent, so notify listeners at most every 60 ms. */
function notify(): void {
  if (isNotifyScheduled) return
  isNotifyScheduled = true
  setTimeout(() => {
    isNotifyScheduled = false
    snapshot = [...entries.values()].map(({ upload }) => upload)
    listeners.notify()
  }, 60)
}
