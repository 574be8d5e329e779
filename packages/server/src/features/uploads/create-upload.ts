/**
 * Creates an upload for a new key. A multipart upload exists in the store before its record does: if the process dies in
 * between, the nightly cleanup finds it in the store, without parts, because nobody got a URL.
 */
import type { FormUpload, MultipartUpload, UploadChoice, UploadDescriptor } from '@inlet/contract'
import type { Config } from '../../platform/config/config.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { uploadExpirySeconds } from '../../platform/object-store/sign-urls.ts'
import { reachStore } from './head-uploads.ts'
import { partsOf } from './multipart.policy.ts'
import { newUploadKey } from './upload-key.ts'
import { readPartPlan, requireAllowedSize, type UploadRule } from './upload-rule.ts'
import { insertMultipart, type MultipartRecord } from './uploads.repo.ts'

export type UploadConfig = Pick<Config, 'INLET_MULTIPART_UPLOADS'>

export interface UploadDeps {
  db: Db
  store: ObjectStore
  config: UploadConfig
}

/** For files that clients send. */
export type SentDescriptor = FormUpload | MultipartUpload

export interface NewUpload<Descriptor = SentDescriptor> {
  key: string
  descriptor: Descriptor
  /** Records the upload in the transaction of `work`. If that returns undefined or fails, the upload is dropped. */
  save<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A form unless the request asks for parts. */
export type RequestedUpload = Partial<UploadChoice>

/** A response lists the URLs of this many parts; the others are signed on request. */
const describedParts = 100

export async function createUpload(
  deps: UploadDeps,
  rule: UploadRule,
  { upload_type = 'form', size_bytes }: RequestedUpload,
): Promise<NewUpload> {
  const key = newUploadKey()
  if (upload_type === 'form') {
    requireAllowedSize(rule.maxBytes, size_bytes)
    const descriptor = await describeForm(deps.store, key, rule)
    return { key, descriptor, save: (work) => inTransaction(deps.db, work) }
  }
  const plan = readPartPlan(rule, size_bytes)
  await requireMultipart(deps)
  const uploadId = await reachStore(() => deps.store.createUpload(key, rule.contentType))
  const upload = { ...plan, key, uploadId }
  const drop = () => deps.store.abortUpload(upload).catch(() => {})
  try {
    const descriptor = await describeMultipart(deps.store, upload)
    return { key, descriptor, save: (work) => saveMultipart(deps.db, upload, work, drop) }
  } catch (error) {
    await drop()
    throw error
  }
}

async function saveMultipart<T>(
  db: Db,
  upload: MultipartRecord,
  work: (tx: Tx) => Promise<T>,
  drop: () => Promise<void>,
): Promise<T> {
  let isSaved = false
  try {
    const result = await inTransaction(db, async (tx) => {
      const done = await work(tx)
      if (done !== undefined) await insertMultipart(tx, upload)
      return done
    })
    isSaved = result !== undefined
    return result
  } finally {
    // After a lost connection the transaction may have committed; complete then reports all parts as missing.
    if (!isSaved) await drop()
  }
}

/** If nothing refuses parts of another length, an upload could grow beyond its size until complete refuses it. */
export async function requireMultipart({ store, config }: Omit<UploadDeps, 'db'>): Promise<void> {
  const mode = config.INLET_MULTIPART_UPLOADS
  if (mode === 'always') return
  if (mode === 'auto' && (await reachStore(() => store.routes.limitsParts()))) return
  throw new AppError('upload_type_unavailable')
}

export async function describeForm(store: ObjectStore, key: string, rule: UploadRule): Promise<FormUpload> {
  const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + uploadExpirySeconds * 1000)
  const { maxBytes, contentType, hasFormType } = rule
  // The first form of a process may probe the store.
  const form: UploadDescriptor = await reachStore(() =>
    store.presignUpload({ key, maxBytes, ...(hasFormType && { contentType }) }),
  )
  return { upload_type: 'form', expires_at: expiresAt.toISOString(), ...form }
}

export async function describeMultipart(
  store: ObjectStore,
  upload: MultipartRecord,
): Promise<MultipartUpload> {
  const { sizeBytes: size_bytes, partSize: part_size, partCount: part_count } = upload
  const first = Array.from({ length: Math.min(part_count, describedParts) }, (_, i) => i + 1)
  const { parts, expires_at } = await signParts(store, upload, first)
  return { upload_type: 'multipart', size_bytes, part_size, part_count, expires_at, parts }
}

export async function signParts(store: ObjectStore, upload: MultipartRecord, numbers: readonly number[]) {
  const planned = partsOf(upload, numbers)
  const { urls, expiresAt } = await store.presignParts(upload, planned)
  const parts = planned.map(({ number, bytes }, i) => ({
    part_number: number,
    upload_url: urls[i] ?? '',
    size_bytes: bytes,
  }))
  return { parts, expires_at: expiresAt.toISOString() }
}
