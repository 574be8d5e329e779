/** Uploads files from disk: with Node's HTTP client, or through the proxy of the environment. */
import { createThrottle, type ImportProgress, type UploadDescriptor, upload } from '@inlet/sdk'
import { fileFromPath } from '@inlet/sdk/node'
import { findProxy } from '../client/choose-fetch.ts'
import type { Context } from '../context.ts'
import { bufferedFile } from './buffered-file.ts'
import { postForm } from './post-form.ts'

export interface UploadRequest {
  path: string
  name: string
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

export type Upload = (descriptor: UploadDescriptor, request: UploadRequest) => Promise<void>

/** All uploads of an uploader share the limit, in bytes per second. */
export function createUploader(
  { env, fetch, output }: Pick<Context, 'env' | 'fetch' | 'output'>,
  limitRate?: number,
): Upload {
  const isProxied = findProxy(env) !== undefined
  const shared = {
    logger: output.logger,
    throttle: limitRate === undefined ? undefined : createThrottle(limitRate),
    fetch: isProxied ? fetch : postForm,
  }
  return async (descriptor, { path, name, ...options }) => {
    // Only postForm respects the reused buffers of the faster source.
    const file = await (isProxied ? fileFromPath(path, name) : bufferedFile(path, name))
    await upload(descriptor, file, { ...shared, ...options })
  }
}
