/** Every upload of this tab. A store of its own, so that uploads go on while pages come and go. */
import { ApiError, isApiError } from '../api/api-error.ts'
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
  problem?: ApiError
  /** The import it became. */
  key?: string
}

export type UploadWork = (options: {
  onSent: (bytes: number) => void
  signal: AbortSignal
}) => Promise<string>

interface Entry {
  upload: Upload
  work: UploadWork
  abort: AbortController
}

/** More at once would only make each slower. */
const mostAtOnce = 3
const entries = new Map<number, Entry>()
const listeners = new Set<() => void>()
let snapshot: readonly Upload[] = []
let nextId = 1
let isTelling = false

export const listUploads = () => snapshot

export function onUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type NewUpload = Pick<Upload, 'name' | 'bytes' | 'kind' | 'projectId'>

export function addUpload(about: NewUpload, work: UploadWork): void {
  const id = nextId++
  entries.set(id, {
    upload: { id, ...about, sentBytes: 0, state: 'queued' },
    work,
    abort: new AbortController(),
  })
  startNext()
}

/** Shows a file that was refused before anything was sent. */
export function addRefused(about: NewUpload, message: string): void {
  const id = nextId++
  const problem = new ApiError(message, { code: 'not_accepted', status: 0 })
  const work = () => Promise.reject(problem)
  entries.set(id, {
    upload: { id, ...about, sentBytes: 0, state: 'failed', problem },
    work,
    abort: new AbortController(),
  })
  tell()
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
  tell()
}

/** Those that ended; what failed stays until somebody has seen to it. */
export function dismissEnded(): void {
  for (const [id, { upload }] of entries)
    if (upload.state === 'done' || upload.state === 'cancelled') entries.delete(id)
  tell()
}

function startNext(): void {
  tell()
  const all = [...entries.values()]
  const running = all.filter(({ upload }) => upload.state === 'sending').length
  const waiting = all.filter(({ upload }) => upload.state === 'queued')
  for (const entry of waiting.slice(0, Math.max(mostAtOnce - running, 0))) void run(entry)
}

async function run({ upload: { id }, work, abort }: Entry): Promise<void> {
  set(id, { state: 'sending' })
  try {
    const key = await work({ onSent: (sentBytes) => set(id, { sentBytes }), signal: abort.signal })
    const bytes = entries.get(id)?.upload.bytes ?? 0
    set(id, { state: 'done', sentBytes: bytes, key })
  } catch (error) {
    if (abort.signal.aborted) set(id, { state: 'cancelled' })
    else set(id, { state: 'failed', problem: toProblem(error) })
  }
  startNext()
}

function toProblem(error: unknown): ApiError {
  if (isApiError(error)) return error
  const message = error instanceof Error ? error.message : 'It failed for an unknown reason. Try again.'
  return new ApiError(message, { code: 'upload_failed', status: 0, cause: error })
}

function set(id: number, change: Partial<Upload>): void {
  const entry = entries.get(id)
  if (!entry) return
  entry.upload = { ...entry.upload, ...change }
  tell()
}

/** Bytes are told many times a second; the page is painted four times. */
function tell(): void {
  if (isTelling) return
  isTelling = true
  setTimeout(() => {
    isTelling = false
    snapshot = [...entries.values()].map(({ upload }) => upload)
    for (const listener of listeners) listener()
  }, 60)
}
