/** The whole way of one file: initialize, upload, complete, follow. Insights and files differ only in names. */
import type { FileDetails, UploadDescriptor } from '../contract.ts'
import { ImportFailedError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import type { Source } from '../upload/source.ts'
import { uploadFile } from '../upload/upload-file.ts'
import type { Follower } from './follower.ts'
import { type FollowOptions, type HandleOptions, type ImportHandle, startImport } from './handle.ts'

export interface FileImport<Keys, Status> {
  initialize(
    source: Source,
    options: RequestOptions,
  ): Promise<{ keys: Keys; key: string; descriptor: UploadDescriptor }>
  complete(key: string, options: RequestOptions): Promise<unknown>
  end: FileEnd<Status>
}

/** How an import is followed to its end. */
export interface FileEnd<Status> {
  follower: Follower<Status>
  isSuccess: (status: Status) => boolean
  /** How far the processing is, where the status tells. */
  progressOf?: (status: Status) => FileDetails['progress']
  /** Why it failed; the lists do not tell. */
  reasonOf: (key: string, options: RequestOptions) => Promise<string | undefined>
}

const MiB = 1024 * 1024

export function importFile<Keys, Status>(
  core: Core,
  openSource: () => Source,
  kind: FileImport<Keys, Status>,
  options: HandleOptions,
): ImportHandle<Keys, Status> {
  return startImport<Keys, Status>(options, async ({ signal, meter, started, accepted }) => {
    const source = openSource()
    meter.expect(source.size)
    meter.enter('waiting')
    const request = { signal, maxRetries: options.maxRetries, timeoutMs: options.timeoutMs }
    // The slot comes first: a descriptor that waits for one would grow old.
    const release = await core.uploadSlots.take(signal)
    let key: string
    try {
      const begun = await kind.initialize(source, request)
      key = begun.key
      started(begun.keys)
      meter.enter('uploading')
      const destination = { descriptor: begun.descriptor, issuedAt: performance.now() }
      await uploadFile(core, source, destination, {
        signal,
        maxRetries: options.maxRetries,
        onSent: (bytes) => meter.sent(bytes),
      })
    } finally {
      release()
    }
    await kind.complete(key, request)
    accepted()
    meter.enter('processing')
    const firstMs = Math.min(5000, 1000 + (source.size / MiB) * 20)
    return followFile(kind.end, key, {
      ...options,
      signal,
      firstMs,
      onStatus(status) {
        const progress = kind.end.progressOf?.(status)
        if (progress) meter.reached(progress.percent, progress.seconds_left ?? undefined)
      },
    })
  })
}

export async function followFile<Status>(
  { follower, isSuccess, reasonOf }: FileEnd<Status>,
  key: string,
  options: FollowOptions & { firstMs?: number; onStatus?: (status: Status) => void },
): Promise<Status> {
  const status = await follower.follow(key, options)
  if (isSuccess(status)) return status
  const reason = await reasonOf(key, { signal: options.signal })
  throw new ImportFailedError({ key, reason: reason ?? 'The service gave no reason.' })
}
