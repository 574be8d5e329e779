/**
 * The way of one accepted object: fetched into a private folder, processed there, its results stored, and then
 * results, record and job ended in one transaction. A crash before that leaves nothing but objects that are
 * already in the trash; a second attempt begins anew.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { fetchObject, storeFile } from '../../platform/object-store/transfer.ts'
import { keepObjects, trashUnlessKept } from '../uploads/uploads.public.ts'
import { type ExtractedPage, insertExtraction, insertPages } from './extraction.repo.ts'
import { type Failure, objectGone } from './failures.ts'

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

export interface ExtractionRequest {
  object: PinnedObject
  attempt: Attempt
  workDir: string
  process: (inputPath: string) => Promise<ExtractionResult>
  /** Both say false when the record no longer waits for a result. */
  succeed: (tx: Tx, extractionId: number) => Promise<boolean>
  fail: (tx: Tx, failure: Failure) => Promise<boolean>
}

export async function extractObject(
  deps: { db: Db; store: ObjectStore },
  request: ExtractionRequest,
): Promise<void> {
  const inputPath = join(request.workDir, 'source')
  const { signal } = request.attempt
  const result = (await fetchObject(deps.store, request.object, inputPath, { signal }))
    ? await request.process(inputPath)
    : { ok: false as const, failure: objectGone }
  if (result.ok) await saveResults(deps, request, result.extracted)
  else await saveFailure(deps, request, result.failure)
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
  { attempt, succeed }: ExtractionRequest,
  extracted: Extracted,
): Promise<void> {
  // A folder of this attempt's own: two attempts never write to one key.
  const folder = `derived/${randomUUID()}`
  const viewerKey = extracted.viewerPath && `${folder}/viewer.pdf`
  const thumbnailKey = extracted.thumbnailPath && `${folder}/thumbnail.webp`
  const keys = [viewerKey, thumbnailKey].filter((key) => key !== null)
  await trashUnlessKept(deps.db, keys)
  await storeResult(deps.store, viewerKey, extracted.viewerPath, 'application/pdf')
  await storeResult(deps.store, thumbnailKey, extracted.thumbnailPath, 'image/webp')
  await inTransaction(deps.db, async (tx) => {
    const { pageCount, width, height, notices, pages } = extracted
    const extractionId = await insertExtraction(tx, {
      pageCount,
      width,
      height,
      viewerKey,
      thumbnailKey,
      notices,
    })
    await insertPages(tx, extractionId, pages)
    if (!(await succeed(tx, extractionId))) throw new Error('The record no longer waits for this result.')
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
  if (key !== null && path !== null) await storeFile(store, { key, path, contentType })
}
