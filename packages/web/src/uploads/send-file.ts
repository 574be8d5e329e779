/**
 * Uploads a file: begin, send, complete. A large file is sent in parts, and whatever has arrived is not sent again: not when
 * the upload is repeated, and not after the tab was closed.
 */
import { createSlots, uploadParts } from '@inlet/sdk/shared/upload'
import { isInletError } from '../api/api-error.ts'
import type { UploadKind } from './file-kinds.ts'
import { type ReplacedImport, resolveReplaced } from './replace-import.ts'
import { uploadContent } from './upload-content.ts'
import { type BegunRecord, type BegunUpload, recordOf, type UploadRecord } from './upload-record.ts'
import type { UploadTask, UploadWatch } from './upload-store.ts'

/** Below it, sending a file again is as fast as resuming it. */
const multipartBytes = 64 * 1024 * 1024
/** None but the one that each upload has, so that an interruption costs at most one part. */
const noFurtherConnections = createSlots(0)

export interface FileToSend {
  kind: Exclude<UploadKind, 'survey'>
  projectId: number
  file: File
  /** The record of an interrupted upload of the same file. */
  key?: string | undefined
  replaces?: ReplacedImport | undefined
  /** Replaces speech recognition. */
  transcript?: File | undefined
}

export function createFileUpload({ kind, projectId, file, replaces, ...given }: FileToSend): UploadTask {
  const record = recordOf(kind, projectId)
  let { key, transcript } = given
  /** Created, but its transcript has not arrived. */
  let started: BegunRecord | undefined

  async function send(watch: UploadWatch): Promise<string> {
    if (key !== undefined) return resume(record, key, file, watch)
    started ??= await begin(record, file, { ...watch, ...(transcript && { transcript }) })
    // First, so that an upload that is resumed later has it.
    if (transcript && started.transcriptForm)
      await uploadContent(started.transcriptForm, transcript, { signal: watch.signal, onSent: () => {} })
    const { begun } = started
    key = started.key
    started = undefined
    await watch.onBegun(key)
    if ('upload' in begun) return sendInParts(record, key, file, watch, begun)
    return sendForm(record, key, file, watch, begun)
  }

  async function sendOrStartOver(watch: UploadWatch): Promise<string> {
    try {
      return await send(watch)
    } catch (error) {
      if (key === undefined || !isGone(error)) throw error
      key = undefined
      await watch.onBegun(undefined)
      return send(watch)
    }
  }

  async function sendAndReplace(watch: UploadWatch): Promise<string> {
    const sent = await sendOrStartOver(watch)
    if (replaces) await resolveReplaced(replaces)
    return sent
  }

  return Object.assign(sendAndReplace, {
    attachTranscript(added: File) {
      transcript = added
      started = undefined
    },
    async discard() {
      if (key === undefined) return
      const discarded = key
      key = undefined
      // If it fails, the service removes the parts after a week.
      await record.discard(discarded).catch(() => {})
    },
  })
}

async function begin(
  record: UploadRecord,
  file: File,
  { signal, transcript }: Pick<UploadWatch, 'signal'> & { transcript?: File },
) {
  const options = { signal, ...(transcript && { transcript }) }
  if (file.size < multipartBytes) return record.begin(file, {}, options)
  try {
    return await record.begin(file, { upload_type: 'multipart', size_bytes: file.size }, options)
  } catch (error) {
    if (!isInletError(error, 'upload_type_unavailable')) throw error
    return record.begin(file, {}, options)
  }
}

/** Sends what the store does not have yet. */
async function resume(record: UploadRecord, key: string, file: File, watch: UploadWatch): Promise<string> {
  const { signal } = watch
  try {
    const { upload_type, received } = await record.uploadCalls(key).get({ signal })
    if (upload_type === 'multipart') return await sendInParts(record, key, file, watch)
    const hasArrived = received.some(({ size_bytes }) => size_bytes === file.size)
    if (!hasArrived) return await sendForm(record, key, file, watch, await record.startForm(key, { signal }))
  } catch (error) {
    if (!isCompleted(error)) throw error
  }
  await record.complete(key)
  return key
}

async function sendForm(
  record: UploadRecord,
  key: string,
  file: File,
  watch: UploadWatch,
  form: Exclude<BegunUpload, { upload: unknown }>,
): Promise<string> {
  await uploadContent(form, file, watch)
  await record.complete(key)
  return key
}

async function sendInParts(
  record: UploadRecord,
  key: string,
  file: File,
  { onSent, signal }: UploadWatch,
  begun?: BegunUpload,
): Promise<string> {
  const upload = begun && 'upload' in begun ? begun.upload : undefined
  const send = (given?: typeof upload) =>
    uploadParts(record.uploadCalls(key), file, {
      signal,
      connections: noFurtherConnections,
      upload: given,
      onProgress: ({ sentBytes }) => onSent(sentBytes),
    }).catch((error: unknown) => {
      if (!isCompleted(error)) throw error
    })
  await send(upload)
  try {
    await record.complete(key)
  } catch (error) {
    if (!isInletError(error, 'upload_incomplete')) throw error
    await send()
    await record.complete(key)
  }
  return key
}

/** The upload was completed before, and completing it again has no effect. */
const isCompleted = (error: unknown): boolean => isInletError(error, 'invalid_request')

/** The record was removed, because nothing was sent for a week or somebody deleted its project. */
const isGone = (error: unknown): boolean =>
  isInletError(error) && error.status === 404 && error.code !== 'upload_gone'
