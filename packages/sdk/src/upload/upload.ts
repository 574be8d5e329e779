/** Uploading by itself, for who calls initialize and complete on their own. */
import type { UploadDescriptor } from '../contract.ts'
import { createMeter, type ImportProgress } from '../imports/progress.ts'
import type { Fetch } from '../options.ts'
import { type FileInput, toSource } from './source.ts'
import { uploadFile } from './upload-file.ts'

export interface UploadOptions {
  signal?: AbortSignal | undefined
  /** How often a failed upload is begun again, 4 unless said. */
  maxRetries?: number | undefined
  onProgress?: ((progress: ImportProgress) => void) | undefined
  /** A fresh descriptor for another attempt. Without it the same is used, within its hour. */
  renew?: (() => Promise<UploadDescriptor>) | undefined
  fetch?: Fetch | undefined
}

const usualRetries = 4
const globalFetch: Fetch = (url, init) => fetch(url, init)

/** Sends a file to where the descriptor says. It needs no client and no token: the descriptor is the permission. */
export async function upload(
  descriptor: UploadDescriptor,
  file: FileInput,
  options: UploadOptions = {},
): Promise<void> {
  const { signal, onProgress, renew, fetch: send = globalFetch, maxRetries = usualRetries } = options
  // The name is not sent, so a Blob without one will do.
  const source = toSource(file, 'file')
  const meter = createMeter()
  meter.expect(source.size)
  if (onProgress) meter.listen(onProgress)
  meter.enter('uploading')
  const destination = { descriptor, issuedAt: performance.now(), ...(renew && { renew }) }
  await uploadFile({ fetch: send, maxRetries }, source, destination, {
    signal,
    onSent: (bytes) => meter.sent(bytes),
  })
}
