/** The calls that create, fill and complete a file or an insight, which differ only in names. */
import {
  beginFile,
  beginInsight,
  completeFile,
  completeInsight,
  discardFileUpload,
  discardInsightUpload,
  getFileUpload,
  getInsightUpload,
  signFileUploadParts,
  signInsightUploadParts,
  startFileUpload,
  startInsightUpload,
} from '@inlet/contract/workspace'
import type { UploadCalls, UploadPartsOptions, upload } from '@inlet/sdk/shared/upload'
import { call } from '../api/call.ts'
import type { UploadKind } from './file-kinds.ts'

type Signal = { signal?: AbortSignal }
type Choice = { upload_type?: 'multipart'; size_bytes?: number }
/** A form, or an upload in parts. */
export type BegunUpload = Parameters<typeof upload>[0] | { upload: NonNullable<UploadPartsOptions['upload']> }

export interface BegunRecord {
  key: string
  begun: BegunUpload
  /** Where to upload the transcript of a recording. */
  transcriptForm?: Parameters<typeof upload>[0]
}

export interface UploadRecord {
  begin(file: File, choice: Choice, options: Signal & { transcript?: File }): Promise<BegunRecord>
  uploadCalls(key: string): UploadCalls
  /** A new descriptor for the whole file. */
  startForm(key: string, options: Signal): Promise<Parameters<typeof upload>[0]>
  complete(key: string): Promise<unknown>
  discard(key: string): Promise<unknown>
}

/** The service knows TIFF images by the longer of their two extensions. */
export const nameForService = (name: string): string => name.replace(/\.tif$/i, '.tiff')

const signalOf = ({ signal }: { signal?: AbortSignal | undefined }): Signal => (signal ? { signal } : {})

const fileRecord = (projectId: number): UploadRecord => ({
  async begin({ name }, choice, { transcript, ...options }) {
    const transcriptName = transcript && { transcript_file_name: transcript.name }
    const body = { project_id: projectId, file_name: nameForService(name), ...choice, ...transcriptName }
    const { wav_key: key, transcript: transcriptForm, ...begun } = await call(beginFile, { body }, options)
    return { key, begun, ...(transcriptForm && { transcriptForm }) }
  },
  uploadCalls: (key) => {
    const params = { wav_key: key }
    return {
      get: (options) => call(getFileUpload, { params }, signalOf(options)),
      start: async (body, options) =>
        requireParts(await call(startFileUpload, { params, body }, signalOf(options))),
      sign: (body, options) => call(signFileUploadParts, { params, body }, signalOf(options)),
    }
  },
  startForm: async (key, options) =>
    requireForm(
      await call(startFileUpload, { params: { wav_key: key }, body: { upload_type: 'form' } }, options),
    ),
  complete: (key) => call(completeFile, { params: { wav_key: key } }),
  discard: (key) => call(discardFileUpload, { params: { wav_key: key } }),
})

const insightRecord = (projectId: number): UploadRecord => ({
  async begin({ name }, choice, { transcript: _ofRecordings, ...options }) {
    const body = { project_id: projectId, filename: name, ...choice }
    const { insight_key: key, ...begun } = await call(beginInsight, { body }, options)
    return { key, begun }
  },
  uploadCalls: (key) => {
    const params = { insight_key: key }
    return {
      get: (options) => call(getInsightUpload, { params }, signalOf(options)),
      start: async (body, options) =>
        requireParts(await call(startInsightUpload, { params, body }, signalOf(options))),
      sign: (body, options) => call(signInsightUploadParts, { params, body }, signalOf(options)),
    }
  },
  startForm: async (key, options) =>
    requireForm(
      await call(
        startInsightUpload,
        { params: { insight_key: key }, body: { upload_type: 'form' } },
        options,
      ),
    ),
  complete: (key) => call(completeInsight, { params: { insight_key: key }, body: { should_publish: true } }),
  discard: (key) => call(discardInsightUpload, { params: { insight_key: key } }),
})

export const recordOf = (kind: Exclude<UploadKind, 'survey'>, projectId: number): UploadRecord =>
  kind === 'file' ? fileRecord(projectId) : insightRecord(projectId)

function requireParts<T extends { upload_type: string }>(
  started: T,
): Extract<T, { upload_type: 'multipart' }> {
  if (!hasType(started, 'multipart')) throw new Error('An upload in parts was expected.')
  return started
}

function requireForm<T extends { upload_type: string }>(started: T): Extract<T, { upload_type: 'form' }> {
  if (!hasType(started, 'form')) throw new Error('A form was expected.')
  return started
}

const hasType = <T extends { upload_type: string }, Type extends string>(
  started: T,
  type: Type,
): started is Extract<T, { upload_type: Type }> => started.upload_type === type
