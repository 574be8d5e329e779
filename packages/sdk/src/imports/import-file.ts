/** Imports one file: initialize, upload, complete, follow. Insights and files differ only in names. */
import type { UploadDescriptor } from '../contract.ts'
import { ImportFailedError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import type { Source } from '../upload/source.ts'
import { uploadFile } from '../upload/upload-file.ts'
import type { Follower } from './follower.ts'
import { type HandleOptions, type ImportHandle, startImport, type WaitOptions } from './handle.ts'

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
  /** The progress of the processing, if the status has it. */
  progressOf?: (status: Status) => { percent: number; seconds_left: number | null } | undefined
  /** The reason and the code of a failure, which the lists do not contain. */
  failureOf: (
    key: string,
    options: RequestOptions,
  ) => Promise<{ reason: string | undefined; code: string | undefined }>
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
    // Take the slot first, so that the descriptor does not expire while it waits for one.
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
  { follower, isSuccess, failureOf }: FileEnd<Status>,
  key: string,
  options: WaitOptions<Status> & { firstMs?: number },
): Promise<Status> {
  const status = await follower.follow(key, options)
  if (isSuccess(status)) return status
  const { reason, code } = await failureOf(key, { signal: options.signal })
  throw new ImportFailedError({ key, reason: reason ?? 'The service gave no reason.', code })
}
