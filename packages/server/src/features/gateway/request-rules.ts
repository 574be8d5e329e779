import type { IncomingMessage } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import { expiringPrefixes } from '../../platform/object-store/prefixes.ts'

/** As S3 does: without a length the size of an upload could not be checked before it is sent. */
export function requireLength({ headers }: IncomingMessage): number {
  const length = headers['content-length']
  if (length === undefined || !/^\d{1,15}$/.test(length)) throw new AppError('length_required')
  return Number(length)
}

/** The gateway never writes where accepted objects are, even if it was signed. */
export function requireUploadKey(key: string): void {
  if (!expiringPrefixes.some((prefix) => key.startsWith(prefix))) throw new AppError('upload_refused')
}
