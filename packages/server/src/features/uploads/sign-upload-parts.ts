import type { SignedParts } from '@inlet/contract'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import { signParts, type UploadDeps } from './create-upload.ts'
import { isPartOf } from './multipart.policy.ts'
import { notAwaited, type UploadOwner } from './upload-owner.ts'
import { findMultipart, renewMultipart } from './uploads.repo.ts'

export async function signUploadParts(
  { db, store, remember }: UploadDeps & { remember?: Remember<object> },
  owner: UploadOwner,
  partNumbers: readonly number[],
): Promise<SignedParts> {
  const { key } = await owner.require('change')
  const upload = await findMultipart(db, key)
  if (!upload)
    throw new AppError('invalid_request', {
      message: 'This upload has no parts. Start a multipart upload with POST first.',
    })
  const details = partNumbers.flatMap((number, i) =>
    isPartOf(upload, number)
      ? []
      : [{ field: `part_numbers.${i}`, message: `must be from 1 to ${upload.partCount}` }],
  )
  if (details.length > 0) throw new AppError('invalid_request', { body: { details } })
  await inTransaction(db, async (tx) => {
    if (!(await renewMultipart(tx, key))) throw notAwaited()
    await remember?.(tx, {})
  })
  await owner.keepWaiting?.()
  return signParts(store, upload, [...new Set(partNumbers)])
}
