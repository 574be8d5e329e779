import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { UploadRule } from './upload-rule.ts'

export interface AwaitedUpload {
  key: string
  rule: UploadRule
}

/** The record that an upload belongs to, as its feature knows it. */
export interface UploadOwner {
  /** Throws unless the caller has access to the record and it awaits its upload. */
  require(purpose: 'read' | 'change'): Promise<AwaitedUpload>
  /** Throws when the team has no storage for a file of this size. */
  checkSize(bytes: number): Promise<void>
  /** False when the record no longer awaits an upload to the first key. */
  replaceKey(tx: Tx, from: string, to: string): Promise<boolean>
  /** Called when URLs were signed, for a record that is removed after a time without any. */
  keepWaiting?(): Promise<void>
}

export const notAwaited = () =>
  new AppError('invalid_request', {
    message: 'This import no longer awaits an upload. Check its status, or initialize a new import.',
  })
