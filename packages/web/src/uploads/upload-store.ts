/** All uploads of this tab. Stored outside React, so that they continue during navigation. */
import { ConnectionError, InletError, isTransient, RateLimitedError } from '@inlet/sdk/shared/errors'
import { isInletError } from '../api/api-error.ts'
import { announce } from '../changes/announce.ts'
import { createListeners } from '../ui/create-listeners.ts'
import { countOf } from '../ui/format/count.ts'
import type { UploadKind } from './file-kinds.ts'
import { forgetUpload, isSameFile, readSavedUpload, type SavedUpload, saveUpload } from './saved-uploads.ts'
import { lockUpload } from './upload-locks.ts'
import {
  afterFailure,
  nextState,
  type UploadEvent,
  type UploadState,
  uploadsToStart,
} from './upload-states.ts'

export interface Upload {
  id: number
  name: string
  bytes: number
  sentBytes: number
  state: UploadState
  kind: UploadKind
  projectId: number
  problem?: InletError
  /** It may have a transcript. */
  isRecording?: boolean
  /** Sent with a recording. */
  transcriptName?: string
  /** Key of the resulting import. */
  key?: string
  /** How it is found again after the tab was closed. Without it, it ends with the tab. */
  saved?: Saved
}

type Saved = Omit<SavedUpload, 'userId'>

export interface UploadWatch {
  onSent: (bytes: number) => void
  /** Keeps the key of the record before the first byte is sent. Undefined if the record is gone. */
  onBegun: (key: string | undefined) => Promise<void>
  signal: AbortSignal
}

export interface UploadTask {
  (watch: UploadWatch): Promise<string>
  /** Removes what has arrived of an upload that is not finished. */
  discard?(): Promise<void>
  /** For the next attempt. */
  attachTranscript?(transcript: File): void
}

interface Entry {
  upload: Upload
  task: UploadTask
  abort: AbortController
  /** Saved and locked, so that no other tab resumes it. */
  ready: Promise<void>
  unlock?: () => void
  /** The current or last attempt. */
  attempt?: Promise<void>
  /** Since more has arrived than ever before. */
  failures: number
  mostBytes: number
  timer?: ReturnType<typeof setTimeout>
}

const entries = new Map<number, Entry>()
const listeners = createListeners()
let snapshot: readonly Upload[] = []
let nextId = 1
let isNotifyScheduled = false
let isListening = false

export const listUploads = () => snapshot

export const onUploads = listeners.add

export const isActive = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'queued' || state === 'sending' || state === 'waiting'

export type NewUpload = Pick<
  Upload,
  'name' | 'bytes' | 'kind' | 'projectId' | 'isRecording' | 'transcriptName'
>

export function addUpload(about: NewUpload, task: UploadTask, saved?: Saved): void {
  const entry = insert({ ...about, state: 'queued', ...(saved && { saved }) }, task)
  entry.ready = claim(entry).then(() => {})
  startNext()
}

/** Lists a file that was rejected before sending. */
export function addRejected(about: NewUpload, message: string): void {
  const problem = new InletError(message, { code: 'not_accepted' })
  insert({ ...about, state: 'failed', problem }, () => Promise.reject(problem))
  announce(`${about.name} cannot be uploaded. ${message}`)
}

/** Whether this tab shows the saved upload. */
export const isListed = (savedId: string): boolean =>
  [...entries.values()].some(({ upload }) => upload.saved?.id === savedId)

/** Lists an upload whose tab was closed, and returns its id. */
export function addInterrupted(saved: SavedUpload): number {
  const { kind, projectId, transcriptName, media = [] } = saved
  const bytes = media.reduce((sum, file) => sum + file.bytes, saved.bytes)
  const about = { name: saved.survey?.name ?? saved.name, bytes, kind, projectId }
  const task = () => Promise.reject(new Error('The file is needed.'))
  return insert({ ...about, ...(transcriptName && { transcriptName }), state: 'interrupted', saved }, task)
    .upload.id
}

function insert(about: Omit<Upload, 'id' | 'sentBytes'>, task: UploadTask): Entry {
  const id = nextId++
  const entry = {
    upload: { id, sentBytes: 0, ...about },
    task,
    abort: new AbortController(),
    ready: Promise.resolve(),
    failures: 0,
    mostBytes: 0,
  }
  entries.set(id, entry)
  notify()
  return entry
}

/** It is listed, and to be resumed if the tab is closed. */
const isKept = ({ upload }: Entry): boolean => entries.has(upload.id) && upload.state !== 'cancelled'

/** False if another tab has the upload. */
async function claim(entry: Entry): Promise<boolean> {
  const { saved } = entry.upload
  if (!saved || entry.unlock) return true
  const unlock = await lockUpload(saved.id)
  if (!unlock) return false
  // It was cancelled meanwhile.
  if (!isKept(entry)) {
    unlock()
    return false
  }
  entry.unlock = unlock
  await saveUpload(saved)
  return true
}

/** Which interrupted uploads a file may continue. */
export interface UploadPlace {
  kinds?: readonly UploadKind[]
  projectId?: number
}

/** The interrupted upload of a file that is added again. */
export function findInterrupted(
  file: File,
  { kinds, projectId }: UploadPlace = {},
): (Upload & { saved: Saved }) | undefined {
  for (const { upload } of entries.values()) {
    const { saved, state } = upload
    if (!saved || state !== 'interrupted' || !isSameFile(saved, file)) continue
    const isOfKind = kinds === undefined || kinds.includes(saved.kind)
    if (isOfKind && saved.projectId === (projectId ?? saved.projectId)) return { ...upload, saved }
  }
  return undefined
}

/**
 * Locks an interrupted upload, so that no other tab resumes or discards it, and returns what another tab has saved of it meanwhile.
 * Undefined if another tab has it, or has finished or discarded it.
 */
export async function lockInterrupted(id: number): Promise<Saved | undefined> {
  const entry = entries.get(id)
  const known = entry?.upload.saved
  if (entry?.upload.state !== 'interrupted' || !known) return undefined
  if (entry.unlock) return known
  const unlock = await lockUpload(known.id)
  // A second click on this page has locked it.
  if (entry.unlock) return known
  if (!unlock) {
    const message = 'This file is being uploaded in another tab. Continue there, or close that tab.'
    set(id, { problem: new InletError(message, { code: 'upload_elsewhere' }) })
    return undefined
  }
  entry.unlock = unlock
  const saved = await readSavedUpload(known)
  if (saved) {
    set(id, { saved })
    return saved
  }
  unlock()
  entries.delete(id)
  notify()
  announce(`${known.name} was finished or discarded in another tab.`)
  return undefined
}

/** After `lockInterrupted`. */
export function resumeUpload(id: number, task: UploadTask): void {
  const entry = entries.get(id)
  if (entry?.upload.state !== 'interrupted') return
  entry.task = task
  retryUpload(id)
}

/** The chosen file cannot continue the upload, which stays interrupted. */
export function rejectUpload(id: number, problem: InletError): void {
  set(id, { problem })
}

export function cancelUpload(id: number): void {
  const entry = entries.get(id)
  if (!entry || !change(entry, 'cancel')) return
  entry.abort.abort(new DOMException('cancelled', 'AbortError'))
  forget(entry)
  startNext()
}

export function cancelAllUploads(): void {
  const active = [...entries.values()].filter(({ upload }) => isActive(upload))
  for (const { upload } of active) cancelUpload(upload.id)
  announce(`${countOf(active.length, 'upload')} cancelled.`)
}

export function retryUpload(id: number): void {
  const entry = entries.get(id)
  if (!entry) return
  const { problem: _before, ...rest } = entry.upload
  const isWaiting = rest.state === 'waiting'
  if (!change(entry, 'retry', isWaiting ? {} : { sentBytes: 0 })) return
  delete entry.upload.problem
  if (!isWaiting) entry.failures = 0
  entry.abort = new AbortController()
  if (!entry.unlock) entry.ready = claim(entry).then(() => {})
  startNext()
}

/** Starts the upload over, because the service has to know of the transcript from the beginning. */
export async function attachTranscript(id: number, transcript: File): Promise<void> {
  const entry = entries.get(id)
  if (!entry?.task.attachTranscript) return
  cancelUpload(id)
  await entry.attempt
  if (entry.upload.state === 'done') return
  await entry.task.discard?.()
  entry.task.attachTranscript(transcript)
  const transcriptName = transcript.name
  set(id, { transcriptName })
  if (entry.upload.saved) {
    const { key: _discarded, ...saved } = entry.upload.saved
    set(id, { saved: { ...saved, transcriptName } })
  }
  retryUpload(id)
}

export function dismissUpload(id: number): void {
  const entry = entries.get(id)
  if (!entry) return
  entries.delete(id)
  clearTimeout(entry.timer)
  forget(entry)
  if (entry.upload.state !== 'done') void entry.task.discard?.()
  notify()
}

/** Removes finished uploads. Failed ones stay until dismissed. */
export function dismissFinished(): void {
  for (const [id, { upload }] of entries)
    if (upload.state === 'done' || upload.state === 'cancelled') dismissUpload(id)
}

export function dismissFailed(): void {
  for (const [id, { upload }] of entries) if (upload.state === 'failed') dismissUpload(id)
}

/** It will not be resumed by another tab. */
function forget(entry: Entry): void {
  if (entry.upload.saved) void forgetUpload(entry.upload.saved.id)
  entry.unlock?.()
  delete entry.unlock
}

function startNext(): void {
  listenForConnection()
  notify()
  const uploads = [...entries.values()].map(({ upload }) => upload)
  for (const { id } of uploadsToStart(uploads, navigator.onLine)) {
    const entry = entries.get(id)
    if (entry && change(entry, 'start')) entry.attempt = run(entry, entry.attempt)
  }
}

/** Those that wait start at once when the connection is back. */
function listenForConnection(): void {
  if (isListening) return
  isListening = true
  addEventListener('online', () => {
    for (const { upload } of entries.values()) if (upload.state === 'waiting') retryUpload(upload.id)
    startNext()
  })
}

async function run(entry: Entry, before: Promise<void> | undefined): Promise<void> {
  const { abort, task } = entry
  const { id } = entry.upload
  await before
  try {
    await entry.ready
    abort.signal.throwIfAborted()
    const key = await task({
      onSent: (sentBytes) => {
        if (entry.abort !== abort) return
        if (sentBytes > entry.mostBytes) entry.failures = 0
        entry.mostBytes = Math.max(entry.mostBytes, sentBytes)
        set(id, { sentBytes })
      },
      onBegun: (begunKey) => saveKey(entry, begunKey),
      signal: abort.signal,
    })
    if (change(entry, 'finish', { sentBytes: entry.upload.bytes, key })) forget(entry)
    announceEnd()
  } catch (error) {
    if (entry.abort === abort && !abort.signal.aborted) fail(entry, error)
  }
  startNext()
}

async function saveKey(entry: Entry, key: string | undefined): Promise<void> {
  const { upload } = entry
  const { saved } = upload
  if (!saved) return
  const { key: _before, ...rest } = saved
  const changed = { ...rest, ...(key !== undefined && { key }), savedAt: Date.now() }
  set(upload.id, { saved: changed })
  if (isKept(entry)) await saveUpload(changed)
}

function fail(entry: Entry, error: unknown): void {
  entry.failures += 1
  const problem = toProblem(error)
  const after = afterFailure({
    isTransient: isTransient(error),
    isUnreachable: error instanceof ConnectionError,
    count: entry.failures,
    retryAfterMs: error instanceof RateLimitedError ? error.retryAfterMs : undefined,
  })
  change(entry, after.event, { problem })
  if (after.event === 'disconnect') {
    const { id } = entry.upload
    // While offline, the event of the browser starts it.
    entry.timer = setTimeout(() => navigator.onLine && retryUpload(id), after.delayMs)
    return
  }
  // After the next sign-in it can be resumed; what the service has refused would be refused again.
  if (!isTransient(error) && !isInletError(error, 'signed_out')) forget(entry)
  announce(`${entry.upload.name} was not uploaded. ${problem.message}`)
}

function announceEnd(): void {
  const uploads = [...entries.values()].map(({ upload }) => upload)
  if (uploads.some(isActive)) return
  announce(`${countOf(uploads.filter(({ state }) => state === 'done').length, 'file')} uploaded.`)
}

function toProblem(error: unknown): InletError {
  if (isInletError(error)) return error
  const message =
    error instanceof Error ? error.message : 'The upload failed for an unknown reason. Try again.'
  return new InletError(message, { code: 'upload_failed', cause: error })
}

/** False if the event has no effect. */
function change(entry: Entry, event: UploadEvent, more: Partial<Upload> = {}): boolean {
  const state = nextState(entry.upload.state, event)
  if (!state) return false
  clearTimeout(entry.timer)
  set(entry.upload.id, { ...more, state })
  return true
}

function set(id: number, changes: Partial<Upload>): void {
  const entry = entries.get(id)
  if (!entry) return
  entry.upload = { ...entry.upload, ...changes }
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
