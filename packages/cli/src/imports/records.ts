/** A common interface for files and insights, whose operations differ only in names. */
import {
  BadRequestError,
  type Inlet,
  type MultipartChoice,
  type MultipartUpload,
  type RequestOptions,
  type UploadCalls,
  type UploadDescriptor,
} from '@inlet/sdk'
import type { ImportAs } from '../journal/entries.ts'
import { type ReferenceOptions, referencesOf } from './references.ts'
import { retryTransient } from './retry.ts'

/** `waiting`: for its upload. Unknown states count as `processing`. */
export type RecordState = 'waiting' | 'processing' | 'completed' | 'failed'

export interface Page {
  states: ReadonlyMap<string, RecordState>
  hasNext: boolean
}

export interface NewRecord {
  /** Of the entry in the journal. */
  id: string
  projectId: number
  name: string
  bytes: number
  /** Of this file, instead of that of the run. */
  externalId?: string | undefined
  transcriptName?: string | undefined
}

/** A form, or an upload in parts. */
export type BegunUpload = UploadDescriptor | { upload: MultipartUpload }

export interface BegunRecord {
  key: string
  begun: BegunUpload
  /** Where to send the transcript of a recording, if it has one. */
  transcript?: UploadDescriptor | undefined
}

interface CallOptions {
  signal: AbortSignal
}

/** Calls are retried over outages. */
export interface Records {
  /** Large files are sent in parts if the service supports it. */
  initialize(record: NewRecord, options: CallOptions): Promise<BegunRecord>
  uploadCalls(key: string): UploadCalls
  /** Removes the parts that have arrived. */
  discardUpload(key: string, options: RequestOptions): Promise<unknown>
  complete(key: string, options: CallOptions): Promise<unknown>
  /** Newest first. */
  page(offset: number, options: RequestOptions): Promise<Page>
}

/** Below it, sending a file again is as fast as resuming it. */
const multipartBytes = 64 * 1024 * 1024

/** Sent as a form, and in a group with others. */
export const isSmall = (bytes: number): boolean => bytes < multipartBytes

export function openRecords(
  { files, insights }: Inlet,
  { shouldPublish = false, references = {} }: { shouldPublish?: boolean; references?: ReferenceOptions } = {},
): Record<ImportAs, Records> {
  const sent = (externalId?: string) =>
    referencesOf(externalId === undefined ? references : { ...references, externalId })
  const begin = chooseUpload()
  return {
    file: {
      initialize: ({ projectId, name, bytes, externalId, transcriptName }, options) =>
        begin(bytes, async (choice) => {
          const along = transcriptName === undefined ? {} : { transcript_file_name: transcriptName }
          const body = { project_id: projectId, file_name: name, ...sent(externalId), ...choice, ...along }
          const begun = await retried(() => files.initialize(body, options), options)
          return { key: begun.wav_key, begun, transcript: begun.transcript }
        }),
      uploadCalls: (key) => ({
        get: (options) => files.getUpload(key, options),
        start: (body, options) => files.startUpload(key, body, options),
        sign: (body, options) => files.signUploadParts(key, body, options),
      }),
      discardUpload: (key, options) => files.discardUpload(key, options),
      complete: (key, options) => retried(() => files.complete(key, options), options),
      async page(offset, options) {
        const { items, hasNext } = await files.list({ offset }, options)
        return { states: new Map(items.map((item) => [item.wav_key, fileState(item.status)])), hasNext }
      },
    },
    insight: {
      initialize: ({ projectId, name, bytes, externalId }, options) =>
        begin(bytes, async (choice) => {
          const body = { project_id: projectId, filename: name, ...sent(externalId), ...choice }
          const begun = await retried(() => insights.initialize(body, options), options)
          return { key: begun.insight_key, begun }
        }),
      uploadCalls: (key) => ({
        get: (options) => insights.getUpload(key, options),
        start: (body, options) => insights.startUpload(key, body, options),
        sign: (body, options) => insights.signUploadParts(key, body, options),
      }),
      discardUpload: (key, options) => insights.discardUpload(key, options),
      complete: (key, options) =>
        retried(() => insights.complete(key, { should_publish: shouldPublish }, options), options),
      async page(offset, options) {
        const { items, hasNext } = await insights.list({ offset }, options)
        const states = items.map((item) => [item.insight_key, insightState(item.processing_status)] as const)
        return { states: new Map(states), hasNext }
      },
    },
  }
}

const retried = <T>(step: () => Promise<T>, { signal }: CallOptions): Promise<T> =>
  retryTransient(step, signal)

/** Asks for parts until the service says that it has none. Older services ignore it and return a form. */
function chooseUpload() {
  let isUnavailable = false
  return async <T>(bytes: number, begin: (choice?: MultipartChoice) => Promise<T>): Promise<T> => {
    if (isSmall(bytes) || isUnavailable) return begin()
    try {
      return await begin({ upload_type: 'multipart', size_bytes: bytes })
    } catch (error) {
      if (!(error instanceof BadRequestError) || error.code !== 'upload_type_unavailable') throw error
      isUnavailable = true
      return begin()
    }
  }
}

export function fileState(status: string): RecordState {
  if (status === 'pending_upload') return 'waiting'
  if (status === 'completed') return 'completed'
  return status === 'error' ? 'failed' : 'processing'
}

export function insightState(status: string): RecordState {
  return status === 'completed' || status === 'failed' ? status : 'processing'
}
