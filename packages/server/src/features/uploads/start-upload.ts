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
  type NewUpload,
  requireMultipart,
  type SentDescriptor,
  type UploadDeps,
} from './create-upload.ts'
import { listReceived } from './get-upload.ts'
import { findSource } from './sources.repo.ts'
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
): Promise<SentDescriptor> {
  return untilUnchanged(owner, async (awaited) => {
    await checkChoice(deps, owner, awaited, choice)
    return (
      (await continueUpload(deps, awaited, choice)) ??
      startOver(deps, owner, awaited, await createUpload(deps, awaited.rule, choice))
    )
  })
}

/** Repeats `attempt` with the upload that the record awaits now, until it returns a descriptor. */
export async function untilUnchanged<Descriptor>(
  owner: UploadOwner,
  attempt: (awaited: AwaitedUpload) => Promise<Descriptor | undefined>,
): Promise<Descriptor> {
  for (let i = 0; i < tries; i += 1) {
    const descriptor = await attempt(await owner.require('change'))
    if (descriptor === undefined) continue
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
): Promise<SentDescriptor | undefined> {
  const current = await findMultipart(db, key)
  if (upload_type === 'form') {
    if (current || (await findSource(db, key))) return undefined
    await inTransaction(db, async (tx) => {
      await renewForm(tx, key)
      await remember?.(tx, {})
    })
    return describeForm(store, key, rule)
  }
  if (!current || current.sizeBytes !== size_bytes) return undefined
  if (!(await listReceived(store, current))) return undefined
  const isRenewed = await inTransaction(db, async (tx) => {
    if (!(await renewMultipart(tx, key))) return false
    await remember?.(tx, {})
    return true
  })
  return isRenewed ? describeMultipart(store, current) : undefined
}

/** Undefined when the record no longer awaits the upload that was read. */
export async function startOver<Descriptor extends { upload_type: string }>(
  deps: StartDeps,
  owner: UploadOwner,
  { key }: AwaitedUpload,
  upload: NewUpload<Descriptor>,
): Promise<Descriptor | undefined> {
  const isReplaced = await upload.save(async (tx) => {
    if (!(await owner.replaceKey(tx, key, upload.key))) return undefined
    await trashNow(tx, [key])
    if (upload.descriptor.upload_type === 'form') await renewForm(tx, upload.key)
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
