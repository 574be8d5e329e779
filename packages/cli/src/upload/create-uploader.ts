/** Uploads files: with Node's HTTP client, or through the proxy of the environment. */
import {
  createSlots,
  createThrottle,
  type ImportProgress,
  type MultipartUpload,
  type UploadCalls,
  type UploadDescriptor,
  upload,
  uploadParts,
} from '@inlet/sdk'
import { findProxy } from '../client/choose-fetch.ts'
import type { Context } from '../context.ts'
import type { ImportSource } from '../files/import-source.ts'
import { sendStream } from './send-stream.ts'

export interface UploadRequest {
  source: ImportSource
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

export interface Uploader {
  sendForm(descriptor: UploadDescriptor, request: UploadRequest): Promise<void>
  /** Sends what is missing; everything if `given` is what the service has just returned. */
  sendParts(calls: UploadCalls, request: UploadRequest, given?: MultipartUpload): Promise<void>
}

/** All uploads of an uploader share the connections and the limit, in bytes per second. */
export function createUploader(
  { env, fetch, output }: Pick<Context, 'env' | 'fetch' | 'output'>,
  { parallel, limitRate }: { parallel: number; limitRate?: number | undefined },
): Uploader {
  const isProxied = findProxy(env) !== undefined
  const shared = {
    logger: output.logger,
    throttle: limitRate === undefined ? undefined : createThrottle(limitRate),
    fetch: isProxied ? fetch : sendStream,
  }
  const connections = createSlots(parallel)

  async function withConnection(signal: AbortSignal, send: () => Promise<void>): Promise<void> {
    const release = await connections.take(signal)
    try {
      await send()
    } finally {
      release()
    }
  }

  // Only sendStream respects the reused buffers of the faster source.
  const open = (source: ImportSource) => source.open({ mayReuseBuffers: !isProxied })
  return {
    sendForm: (descriptor, { source, ...options }) =>
      withConnection(options.signal, async () =>
        upload(descriptor, await open(source), { ...shared, ...options }),
      ),
    sendParts: (calls, { source, ...options }, given) =>
      withConnection(options.signal, async () =>
        uploadParts(calls, await open(source), { ...shared, ...options, connections, upload: given }),
      ),
  }
}
