/** A new descriptor for a record: the same upload goes on, or another type or size starts over with a new key. */
import type { UploadChoice } from '@inlet/contract'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import { abortRecorded } from './abort-uploads.ts'
import {
  createUpload,
  describeForm,
  describeMultipart,
  type NewDescriptor,
  requireMultipart,
  type UploadDeps,
} from './create-upload.ts'
import { listReceived } from './get-upload.ts'
import { trashNow } from './trash.repo.ts'
import { newUploadKey } from './upload-key.ts'
import type { AwaitedUpload, UploadOwner } from './upload-owner.ts'
import { readPartPlan, requireAllowedSize } from './upload-rule.ts'
import { findMultipart, renewForm, renewMultipart } from './uploads.repo.ts'

/** A concurrent call may have changed the upload; then it is read again. */
const tries = 3

type StartDeps = UploadDeps & { remember?: Remember<object> }

export async function startUpload(
  deps: StartDeps,
  owner: UploadOwner,
  choice: UploadChoice,
): Promise<NewDescriptor> {
  for (let i = 0; i < tries; i += 1) {
    const awaited = await owner.require('change')
    await checkChoice(deps, owner, awaited, choice)
    const descriptor =
      (await continueUpload(deps, awaited, choice)) ?? (await startOver(deps, owner, awaited, choice))
    if (!descriptor) continue
    await owner.keepWaiting?.()
    return descriptor
  }
  throw concurrentChange()
}

async function checkChoice(
  deps: UploadDeps,
  owner: UploadOwner,
  { rule }: AwaitedUpload,
  { upload_type, size_bytes }: UploadChoice,
): Promise<void> {
  if (upload_type === 'form') return requireAllowedSize(rule.maxBytes, size_bytes)
  const { sizeBytes } = readPartPlan(rule, size_bytes)
  await requireMultipart(deps)
  await owner.checkSize(sizeBytes)
}

/** Undefined when the upload has another type or size, or the store has lost it. */
async function continueUpload(
  { db, store, remember }: StartDeps,
  { key, rule }: AwaitedUpload,
  { upload_type, size_bytes }: UploadChoice,
): Promise<NewDescriptor | undefined> {
  const current = await findMultipart(db, key)
  if (upload_type === 'form') {
    if (current) return undefined
    await inTransaction(db, async (tx) => {
      await renewForm(tx, key)
      await remember?.(tx, {})
    })
    return describeForm(store, key, rule)
  }
  if (current?.sizeBytes !== size_bytes || !current) return undefined
  if (!(await listReceived(store, current))) return undefined
  const isRenewed = await inTransaction(db, async (tx) => {
    if (!(await renewMultipart(tx, key))) return false
    await remember?.(tx, {})
    return true
  })
  return isRenewed ? describeMultipart(store, current) : undefined
}

/** Undefined when the record no longer awaits the upload that was read. */
async function startOver(
  deps: StartDeps,
  owner: UploadOwner,
  { key, rule }: AwaitedUpload,
  choice: UploadChoice,
): Promise<NewDescriptor | undefined> {
  const upload = await createUpload(deps, rule, choice)
  const isReplaced = await upload.save(async (tx) => {
    if (!(await owner.replaceKey(tx, key, upload.key))) return undefined
    await trashNow(tx, [key])
    if (choice.upload_type === 'form') await renewForm(tx, upload.key)
    await deps.remember?.(tx, {})
    return true
  })
  if (!isReplaced) return undefined
  await dropNow(deps, key)
  return upload.descriptor
}

/** The record gets a new key, so that nothing that was sent or is still being sent counts. */
export async function discardUpload(deps: UploadDeps, owner: UploadOwner): Promise<void> {
  for (let i = 0; i < tries; i += 1) {
    const { key } = await owner.require('change')
    const next = newUploadKey()
    const isReplaced = await inTransaction(deps.db, async (tx) => {
      if (!(await owner.replaceKey(tx, key, next))) return false
      await trashNow(tx, [key])
      await renewForm(tx, next)
      return true
    })
    if (!isReplaced) continue
    await owner.keepWaiting?.()
    return dropNow(deps, key)
  }
  throw concurrentChange()
}

/** The parts may be large. If it fails now, emptying the trash repeats it. */
async function dropNow(deps: UploadDeps, key: string): Promise<void> {
  await abortRecorded(deps, [key]).catch(() => {})
}

const concurrentChange = () =>
  new AppError('unavailable', {
    message: 'Another call is changing this upload. Nothing was changed; try again in a few seconds.',
    headers: { 'retry-after': '5' },
  })
