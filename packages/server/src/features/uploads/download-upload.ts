/**
 * Downloads the file of an import into the object store. Each attempt writes an object of its own, which is deleted unless
 * the record takes it; so a crash at any point leaves nothing that is not marked for deletion.
 */
import type { DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { type StageProgress, trackProgress } from '../../platform/jobs/track-progress.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import type { Downloads } from '../../platform/outbound/downloads.ts'
import {
  createSlownessCheck,
  downloadLimitMs,
  type SourceProblem,
  tookTooLong,
  tooSlow,
  unreadableSource,
} from './download.policy.ts'
import { openSourceFile, SourceFailure, type SourceFile } from './read-source.ts'
import { findSource } from './sources.repo.ts'
import { keepObjects, trashNow, trashUnlessKept } from './trash.repo.ts'
import { formatOf, maxBytesByKind } from './upload.policy.ts'
import { newAcceptedKey } from './upload-key.ts'
import { forgetUploads } from './uploads.repo.ts'

export interface DownloadDeps {
  db: Db
  store: ObjectStore
  secrets: DeploymentSecrets
  downloads: Downloads
  now: () => number
}

export interface UploadDownload {
  job: Job
  attempt: Attempt
  uploadKey: string
  /** The name from initialize; its extension determines the size limit and the content type. */
  fileName: string
  /** Throws an AppError when the team has no storage for a file of this size. */
  checkSize: (bytes: number) => Promise<void>
  /** False when the record no longer expects the file. */
  report: (progress: StageProgress<'fetching'>) => Promise<boolean>
  /** Assigns the object to the record and enqueues its processing; false as in `report`. */
  accept: (tx: Tx, object: PinnedObject) => Promise<boolean>
  fail: (tx: Tx, failure: Pick<SourceProblem, 'code' | 'message'>) => Promise<unknown>
}

/** The record was deleted, or its import was ended by someone else. */
class NotExpected extends Error {}

export async function downloadUpload(deps: DownloadDeps, download: UploadDownload): Promise<void> {
  const { job, attempt, uploadKey } = download
  try {
    const url = await openSource(deps, uploadKey)
    if (url === undefined) return
    await store(deps, download, url)
  } catch (error) {
    if (error instanceof NotExpected) return
    const problem = problemOf(error)
    const isLast = attempt.number >= job.retryLimit
    if (!problem || attempt.signal.aborted || (problem.isTransient && !isLast)) throw error
    attempt.log.info({ failure: problem.code }, 'file cannot be downloaded')
    await inTransaction(deps.db, async (tx) => {
      await download.fail(tx, problem)
      await forgetUploads(tx, [uploadKey])
      await attempt.complete(tx)
    })
  }
}

function problemOf(error: unknown): SourceProblem | undefined {
  if (error instanceof SourceFailure) return error.problem
  if (error instanceof AppError && error.code === 'storage_quota_exceeded')
    return { code: 'storage_quota_exceeded', isTransient: false, message: error.message }
  return undefined
}

/** Undefined when the download has ended before. */
async function openSource({ db, secrets }: DownloadDeps, uploadKey: string): Promise<string | undefined> {
  const sealed = await findSource(db, uploadKey)
  if (!sealed) return undefined
  try {
    // The sealing key may have been replaced since it was read.
    await secrets.load()
    return secrets.open(sealed)
  } catch {
    throw new SourceFailure(unreadableSource)
  }
}

async function store(deps: DownloadDeps, download: UploadDownload, url: string): Promise<void> {
  const format = formatOf(download.fileName)
  if (!format) throw new Error('A record has a name without a known extension.')
  const maxBytes = maxBytesByKind[format.kind]
  const stop = createStop(download.attempt.signal)
  const key = newAcceptedKey()
  try {
    stop.after(downloadLimitMs(maxBytes))
    const file = await openSourceFile(deps.downloads, { url, maxBytes, signal: stop.signal })
    try {
      if (file.bytes !== null) await download.checkSize(file.bytes)
      await trashUnlessKept(deps.db, [key])
    } catch (error) {
      file.discard()
      throw error
    }
    if (file.bytes !== null) stop.after(downloadLimitMs(file.bytes))
    const chunks = reportChunks(download, refuseSlow(file, deps.now), () => stop.now(new NotExpected()))
    const bytes = await deps.store.writeStream(key, chunks, { contentType: format.contentType })
    stop.signal.throwIfAborted()
    const object = await deps.store.head(key)
    if (object?.bytes !== bytes) throw new Error('The object store has another file than was written.')
    await accept(deps, download, object)
  } catch (error) {
    // Failures of the store or the connection only follow from the stop.
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    stop.clear()
  }
}

async function accept({ db }: DownloadDeps, download: UploadDownload, object: PinnedObject): Promise<void> {
  const isAccepted = await inTransaction(db, async (tx) => {
    if (!(await download.accept(tx, object))) return false
    await keepObjects(tx, [object.key])
    await forgetUploads(tx, [download.uploadKey])
    await download.attempt.complete(tx)
    return true
  })
  if (isAccepted) return
  await inTransaction(db, (tx) => trashNow(tx, [object.key]))
  throw new NotExpected()
}

async function* reportChunks(
  { report, attempt }: UploadDownload,
  { bytes, chunks }: SourceFile,
  onUnexpected: () => void,
): AsyncGenerator<Buffer> {
  const save = async (progress: StageProgress<'fetching'>) => {
    if (!(await report(progress))) onUnexpected()
  }
  const onProgress = trackProgress(save, attempt.log, { fetching: [0, 5] }).begin('fetching')
  let received = 0
  onProgress(0)
  for await (const chunk of chunks) {
    received += chunk.length
    onProgress(bytes === null ? 0 : received / bytes)
    yield chunk
  }
}

/** Ends with a SourceFailure if the server is too slow. The time that the store takes is not the server's. */
function refuseSlow(file: SourceFile, now: () => number): SourceFile {
  const isTooSlow = createSlownessCheck()
  async function* chunks(): AsyncGenerator<Buffer> {
    let waitedMs = 0
    let received = 0
    let waitingSince = now()
    for await (const chunk of file.chunks) {
      waitedMs += now() - waitingSince
      received += chunk.length
      if (isTooSlow(waitedMs, received) && received !== file.bytes) throw new SourceFailure(tooSlow)
      yield chunk
      waitingSince = now()
    }
  }
  return { ...file, chunks: chunks() }
}

/** The end of a download by its worker, its time limit, or the end of its record. */
function createStop(parent: AbortSignal) {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: AbortSignal.any([parent, controller.signal]),
    now: (reason: Error) => controller.abort(reason),
    /** Counted from now, instead of an earlier limit. */
    after(limitMs: number) {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(new SourceFailure(tookTooLong(limitMs))), limitMs)
    },
    clear: () => clearTimeout(timer),
  }
}
