/** The upload step alone, for callers of initialize and complete. */
import type { MultipartUpload, UploadDescriptor } from '../contract.ts'
import { logRequests } from '../http/log-requests.ts'
import type { Slots } from '../http/slots.ts'
import type { Fetch, Logger } from '../options.ts'
import { createMeter, type ImportProgress } from './progress.ts'
import { type FileInput, toSource } from './source.ts'
import type { Throttle } from './throttle.ts'
import { uploadFile } from './upload-file.ts'
import { type UploadCalls, uploadInParts } from './upload-in-parts.ts'

interface SendOptions {
  signal?: AbortSignal | undefined
  /** How often a failed upload is retried, 4 by default. */
  maxRetries?: number | undefined
  onProgress?: ((progress: ImportProgress) => void) | undefined
  fetch?: Fetch | undefined
  logger?: Logger | undefined
  /** Shared by the uploads that it limits together. */
  throttle?: Throttle | undefined
}

export interface UploadOptions extends SendOptions {
  /** Requests a new descriptor for another attempt. Otherwise the same one is used until it expires after an hour. */
  renew?: (() => Promise<UploadDescriptor>) | undefined
}

export interface UploadPartsOptions extends SendOptions {
  /** What `initialize` or `startUpload` has just returned. Without it, only the parts that are missing are sent. */
  upload?: MultipartUpload | undefined
  /**
   * An upload uses one connection, and up to three more from here while they are free. Shared by the uploads that it
   * limits together. Default: always free.
   */
  connections?: Slots | undefined
}

const defaultRetries = 4
const globalFetch: Fetch = (url, init) => fetch(url, init)

/** Uploads a file to a descriptor. It needs no client and no token, because the descriptor grants the permission. */
export async function upload(
  descriptor: UploadDescriptor,
  file: FileInput,
  options: UploadOptions = {},
): Promise<void> {
  const { signal, onProgress, renew, maxRetries = defaultRetries } = options
  const send = logRequests(options.fetch ?? globalFetch, options.logger)
  // The name is not sent, so a Blob without a name is fine.
  const source = toSource(file, 'file')
  const meter = createMeter()
  meter.expect(source.size)
  if (onProgress) meter.listen(onProgress)
  meter.enter('uploading')
  const destination = { descriptor, issuedAt: performance.now(), ...(renew && { renew }) }
  await uploadFile({ fetch: send, maxRetries, throttle: options.throttle }, source, destination, {
    signal,
    onSent: (bytes) => meter.sent(bytes),
  })
}

/**
 * Uploads a file in parts, or the parts of it that are missing: pass the file whose upload was interrupted. Only its size
 * is compared, so make sure that it has not changed; otherwise discard the upload first.
 */
export async function uploadParts(
  calls: UploadCalls,
  file: FileInput,
  options: UploadPartsOptions = {},
): Promise<void> {
  const { signal, onProgress, upload: started, connections, throttle, maxRetries = defaultRetries } = options
  const send = logRequests(options.fetch ?? globalFetch, options.logger)
  const source = toSource(file, 'file')
  const meter = createMeter()
  meter.expect(source.size)
  if (onProgress) meter.listen(onProgress)
  const onSent = (bytes: number) => {
    meter.sent(bytes)
    meter.enter('uploading')
  }
  const destination = { calls, upload: started }
  await uploadInParts({ fetch: send, maxRetries, throttle }, source, destination, {
    signal,
    connections,
    onSent,
  })
}
