/** Imports one file: initialize, upload, complete, follow. Insights and files differ only in names. */
import type { UploadDescriptor } from '../contract.ts'
import { BadRequestError, ImportFailedError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import type { Source } from '../upload/source.ts'
import type { MultipartChoice } from '../upload/upload-choice.ts'
import { uploadFile } from '../upload/upload-file.ts'
import type { UploadCalls } from '../upload/upload-in-parts.ts'
import {
  type BegunUpload,
  beginUpload,
  destinationOf,
  type SourceDestination,
  sendSource,
  usesParts,
} from './begin-upload.ts'
import type { Follower } from './follower.ts'
import { type HandleOptions, type ImportHandle, type Run, startImport, type WaitOptions } from './handle.ts'

export interface FileImport<Keys, Status> {
  keysOf(key: string): Keys
  /** Of the upload of a record. */
  uploadCalls(key: string): UploadCalls
  complete(key: string, options: RequestOptions): Promise<unknown>
  end: FileEnd<Status>
}

export type InitializeUpload = (
  source: Source,
  choice: MultipartChoice | undefined,
  options: RequestOptions,
) => Promise<{ key: string; begun: BegunUpload; sidecar?: Sidecar | undefined }>

/** A file that belongs to the import and is sent before it. */
export interface Sidecar {
  source: Source
  descriptor: UploadDescriptor
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
/** A hundred of this size are sent within an hour at half a megabyte per second. */
const aheadBytes = 16 * MiB

export function importFile<Keys, Status>(
  core: Core,
  openSource: () => Source,
  kind: FileImport<Keys, Status> & { initialize: InitializeUpload },
  options: HandleOptions,
): ImportHandle<Keys, Status> {
  return startImport<Keys, Status>(options, async (run) => {
    const request = requestOf(run, options)
    const begin = async (source: Source) => {
      const { key, begun, sidecar } = await beginUpload(core, source, (choice) =>
        kind.initialize(source, choice, request),
      )
      run.started(kind.keysOf(key))
      const sidecarDestination = sidecar && { descriptor: sidecar.descriptor, issuedAt: performance.now() }
      const sendSidecar = async () => {
        if (sidecarDestination) await uploadFile(core, sidecar.source, sidecarDestination, request)
      }
      return { key, sendSidecar, destination: destinationOf(begun, kind.uploadCalls(key)) }
    }
    const source = openSource()
    const isAhead = source.size <= aheadBytes && !usesParts(core, source)
    return sendAndFollow({ core, kind, options, run }, source, { begin, isAhead })
  })
}

/** Continues the upload of a record, or follows it if the upload is complete. */
export function resumeFile<Keys, Status>(
  core: Core,
  { key, openSource }: { key: string; openSource: () => Source },
  kind: FileImport<Keys, Status>,
  options: HandleOptions,
): ImportHandle<Keys, Status> {
  return startImport<Keys, Status>(options, async (run) => {
    run.started(kind.keysOf(key))
    const begin = async () => ({ key, destination: { calls: kind.uploadCalls(key) } })
    return sendAndFollow({ core, kind, options, run }, openSource(), { begin, isAhead: false })
  })
}

interface Beginning {
  begin: (
    source: Source,
  ) => Promise<{ key: string; destination: SourceDestination; sendSidecar?: () => Promise<void> }>
  /** Begins before there is an upload slot, so that small imports can be initialized together. */
  isAhead: boolean
}

interface FileRun<Keys, Status> {
  core: Core
  kind: FileImport<Keys, Status>
  options: HandleOptions
  run: Run<Keys>
}

async function sendAndFollow<Keys, Status>(
  { core, kind, options, run }: FileRun<Keys, Status>,
  source: Source,
  { begin, isAhead }: Beginning,
): Promise<Status> {
  const { signal, meter } = run
  meter.expect(source.size)
  meter.enter('waiting')
  const request = requestOf(run, options)
  let key: string
  const releases: (() => void)[] = []
  try {
    if (isAhead) releases.push(await core.aheadSlots.take(signal))
    const early = isAhead ? await begin(source) : undefined
    // Otherwise take the slot first, so that the descriptor does not expire while it waits for one.
    releases.push(await core.uploadSlots.take(signal))
    const begun = early ?? (await begin(source))
    key = begun.key
    meter.enter('uploading')
    const watch = { signal, maxRetries: options.maxRetries, onSent: (bytes: number) => meter.sent(bytes) }
    // First, so that an upload that is resumed later has it.
    await begun.sendSidecar?.()
    await sendSource(core, source, begun.destination, watch).catch((error: unknown) => {
      if (!isResumedTooLate(begun.destination, error)) throw error
    })
  } finally {
    for (const release of releases) release()
  }
  await completeRepaired(() => kind.complete(key, request), resend)
  run.accepted()
  meter.enter('processing')
  const firstMs = Math.min(5000, 1000 + (source.size / MiB) * 20)
  return followUpload(kind.end, { key, firstMs }, run, options)

  async function resend(): Promise<void> {
    const releaseAgain = await core.uploadSlots.take(signal)
    try {
      await sendSource(
        core,
        source,
        { calls: kind.uploadCalls(key) },
        { signal, maxRetries: options.maxRetries },
      )
    } finally {
      releaseAgain()
    }
  }
}

const requestOf = ({ signal }: Pick<Run<unknown>, 'signal'>, options: HandleOptions): RequestOptions => ({
  signal,
  maxRetries: options.maxRetries,
  timeoutMs: options.timeoutMs,
})

/** The record awaits no upload: it was completed before. Completing it again has no effect. */
function isResumedTooLate(destination: SourceDestination, error: unknown): boolean {
  const isResumed = 'calls' in destination && destination.upload === undefined
  return isResumed && error instanceof BadRequestError && error.code === 'invalid_request'
}

/** Sends once more the parts that the store does not have. */
async function completeRepaired(
  complete: () => Promise<unknown>,
  resend: () => Promise<void>,
): Promise<void> {
  try {
    await complete()
  } catch (error) {
    if (!(error instanceof BadRequestError) || error.code !== 'upload_incomplete') throw error
    await resend()
    await complete()
  }
}

/** Follows an import that was just accepted, and shows its progress. */
export function followUpload<Status>(
  end: FileEnd<Status>,
  { key, firstMs }: { key: string; firstMs: number },
  { signal, meter }: Pick<Run<unknown>, 'signal' | 'meter'>,
  options: HandleOptions,
): Promise<Status> {
  return followFile(end, key, {
    ...options,
    signal,
    firstMs,
    onStatus(status) {
      const progress = end.progressOf?.(status)
      if (progress) meter.reached(progress.percent, progress.seconds_left ?? undefined)
    },
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
