/** Reads a multipart form as a stream: its fields first, then its file while it arrives. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { AppError } from '../../platform/errors.ts'
import { eachChunk } from './each-chunk.ts'

/** Generous for the signed fields, of which the policy is the largest. */
const limits = {
  fields: 30,
  fieldSize: 16 * 1024,
  files: 1,
  parts: 60,
  headerPairs: 20,
  headerSize: 8 * 1024,
}
const bufferBytes = 64 * 1024
/** What is read before the file begins. Bounds the memory of a form whose signature is not verified yet. */
const maxFieldBytes = 64 * 1024

export interface FormFile {
  /** Names in lower case. */
  fields: ReadonlyMap<string, string>
  content: Readable
  /** Bytes of the request that follow what was read when the file began. */
  requestBytesLeft: number
  /** The file cannot have more: the bytes of the request that were not read before. */
  maxBytes: number
}

export interface OpenForm {
  /** When the file begins. */
  file: Promise<FormFile>
  /** After the last boundary, once the content was read. Rejected when the form ends early or is not valid. */
  ended: Promise<void>
  /** Stops reading. Returns the first error, of which others are the consequence. */
  stop: (error: unknown) => unknown
}

export function readForm(request: IncomingMessage, contentLength: number, signal: AbortSignal): OpenForm {
  const control = new AbortController()
  const stopped = AbortSignal.any([signal, control.signal])
  const stop = (error: unknown): unknown => {
    control.abort(error)
    return stopped.reason
  }
  const boy = openParser(request)
  const fields = new Map<string, string>()
  const { promise: file, resolve, reject } = Promise.withResolvers<FormFile>()
  let hasFile = false
  let readBytes = 0
  let chunkBytes = 0

  boy.on('error', (error) => stop(invalidForm(`it cannot be read (${String(error)})`)))
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    boy.on(limit, () => stop(invalidForm('it has too many fields or more than one file')))
  boy.on('field', (name, value, _isNameTruncated, isTruncated) => {
    // S3 ignores fields after the file, too.
    if (hasFile) return
    const key = name.toLowerCase()
    if (isTruncated || fields.has(key))
      stop(invalidForm(`the field ${JSON.stringify(name)} is too long or repeated`))
    fields.set(key, value)
  })
  boy.on('file', (name, content) => {
    hasFile = true
    content.on('error', () => stop(invalidForm('it ends early')))
    stopped.addEventListener('abort', () => content.destroy(toError(stopped.reason)), { once: true })
    const requestBytesLeft = contentLength - readBytes
    const maxBytes = requestBytesLeft + chunkBytes
    if (name === 'file') resolve({ fields, content, requestBytesLeft, maxBytes })
    else stop(invalidForm('the file must be the field "file"'))
  })

  const readAll = async () => {
    const finished = once(boy, 'finish', { signal: stopped })
    finished.catch(() => {})
    await eachChunk(
      request,
      (chunk) => {
        chunkBytes = chunk.length
        readBytes += chunkBytes
        const isReady = boy.write(chunk)
        if (!hasFile && readBytes > maxFieldBytes)
          stop(invalidForm(`more than ${maxFieldBytes / 1024} KiB come before the file`))
        return isReady ? undefined : once(boy, 'drain', { signal: stopped })
      },
      stopped,
    )
    boy.end()
    await finished
    if (!hasFile) throw invalidForm('it has no field "file"')
  }
  const ended = readAll().catch((error: unknown) => {
    throw stop(error)
  })
  ended.catch(reject)
  file.catch(() => {})
  return { file, ended, stop }
}

const toError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

function openParser(request: IncomingMessage): InstanceType<typeof Busboy> {
  const headers = request.headers as BusboyHeaders
  try {
    return new Busboy({ headers, limits, highWaterMark: bufferBytes, fileHwm: bufferBytes })
  } catch {
    throw invalidForm('its Content-Type must be multipart/form-data with a boundary')
  }
}

export const invalidForm = (reason: string) =>
  new AppError('invalid_request', {
    message: `The form is not valid: ${reason}. Send all upload_fields unchanged, then the file as the field "file".`,
  })
