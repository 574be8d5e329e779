/**
 * Processes an accepted object: downloads it to a private folder, runs the processor, stores the results, then saves
 * results and record and ends the job in one transaction. A crash before that leaves only objects that are already
 * marked for deletion; the next attempt starts over.
 */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import { trackProgress } from '../../platform/jobs/track-progress.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { fetchObject } from '../../platform/object-store/transfer.ts'
import { keepObjects, trashUnlessKept } from '../uploads/uploads.public.ts'
import { type ExtractedPage, insertExtraction, insertPages } from './extraction.repo.ts'
import { type Failure, objectGone } from './failures.ts'
import { type DocumentProgress, type DocumentStage, documentShares } from './progress.ts'

export interface Extracted {
  pageCount: number | null
  width: number | null
  height: number | null
  viewerPath: string | null
  thumbnailPath: string | null
  notices: readonly string[]
  pages: AsyncIterable<ExtractedPage>
}

export type ExtractionResult = { ok: true; extracted: Extracted } | { ok: false; failure: Failure }

/** Takes the completed fraction of a stage, from 0 to 1. Must not throw. */
export type ReportStage = (stage: Exclude<DocumentStage, 'fetching'>, fraction: number) => void

export interface ExtractionRequest {
  object: PinnedObject
  attempt: Attempt
  workDir: string
  process: (inputPath: string, onProgress: ReportStage) => Promise<ExtractionResult>
  /** Added to the notices of the processor. */
  notices: readonly string[]
  /** Takes the SHA-256 of the upload in hexadecimal. */
  saveHash: (sha256: string) => Promise<void>
  report: (progress: DocumentProgress) => Promise<void>
  /** Both return false when no result is expected any more. */
  succeed: (tx: Tx, extractionId: number) => Promise<boolean>
  fail: (tx: Tx, failure: Failure) => Promise<boolean>
}

export async function extractObject(
  deps: { db: Db; store: ObjectStore },
  request: ExtractionRequest,
): Promise<void> {
  const result = await processObject(deps.store, request)
  if (result.ok) await saveResults(deps, request, result.extracted)
  else await saveFailure(deps, request, result.failure)
}

async function processObject(store: ObjectStore, request: ExtractionRequest): Promise<ExtractionResult> {
  const { object, workDir, attempt } = request
  const inputPath = join(workDir, 'source')
  const tracker = trackProgress(request.report, attempt.log, documentShares)
  const hash = createHash('sha256')
  const onProgress = tracker.begin('fetching')
  onProgress(0)
  if (!(await fetchObject(store, object, inputPath, { signal: attempt.signal, hash, onProgress })))
    return { ok: false, failure: objectGone }
  await request.saveHash(hash.digest('hex'))
  const reporters = { converting: tracker.begin('converting'), reading: tracker.begin('reading') }
  return request.process(inputPath, (stage, fraction) => reporters[stage](fraction))
}

async function saveFailure(
  deps: { db: Db },
  { attempt, fail }: ExtractionRequest,
  failure: Failure,
): Promise<void> {
  attempt.log.info({ failure: failure.code }, 'file cannot be processed')
  await inTransaction(deps.db, async (tx) => {
    await fail(tx, failure)
    await attempt.complete(tx)
  })
}

async function saveResults(
  deps: { db: Db; store: ObjectStore },
  { attempt, succeed, notices }: ExtractionRequest,
  extracted: Extracted,
): Promise<void> {
  // A folder for this attempt only, so that two attempts never write to the same key.
  const folder = `derived/${randomUUID()}`
  const viewerKey = extracted.viewerPath && `${folder}/viewer.pdf`
  const thumbnailKey = extracted.thumbnailPath && `${folder}/thumbnail.webp`
  const keys = [viewerKey, thumbnailKey].filter((key) => key !== null)
  await trashUnlessKept(deps.db, keys)
  await storeResult(deps.store, viewerKey, extracted.viewerPath, 'application/pdf')
  await storeResult(deps.store, thumbnailKey, extracted.thumbnailPath, 'image/webp')
  await inTransaction(deps.db, async (tx) => {
    const { pageCount, width, height, pages } = extracted
    const extractionId = await insertExtraction(tx, {
      pageCount,
      width,
      height,
      viewerKey,
      thumbnailKey,
      notices: [...extracted.notices, ...notices],
    })
    await insertPages(tx, extractionId, pages)
    if (!(await succeed(tx, extractionId))) throw new Error('The record no longer expects this result.')
    await keepObjects(tx, keys)
    await attempt.complete(tx)
  })
}

async function storeResult(
  store: ObjectStore,
  key: string | null,
  path: string | null,
  contentType: string,
): Promise<void> {
  if (key !== null && path !== null) await store.writeFile({ key, path, contentType })
}
