/** What the object store answered, in words. Its own are XML and often no more than a code. */
import { UploadError } from '../errors.ts'

interface Meaning {
  code: string
  message: string
}

const meanings: Record<string, Meaning> = {
  EntityTooLarge: {
    code: 'upload_too_large',
    message: 'The file is larger than this kind of import allows. Send a smaller one.',
  },
  EntityTooSmall: {
    code: 'upload_too_small',
    message: 'The file is smaller than this kind of import allows. Check that it is whole.',
  },
  RequestTimeTooSkewed: {
    code: 'clock_wrong',
    message: 'The clock of the store and that of the service differ too much. Tell the operator.',
  },
  QuotaExceeded: {
    code: 'storage_full',
    message: 'The store has reached its quota. Tell the operator, then try again.',
  },
  NoSuchBucket: {
    code: 'storage_misconfigured',
    message: 'The store has no bucket for uploads. Tell the operator.',
  },
}

const expired: Meaning = {
  code: 'upload_expired',
  message: 'The permission to upload has expired, an hour after it was given. Start the import again.',
}

const refused: Meaning = {
  code: 'upload_refused',
  message:
    'The store did not accept the signed permission. Start the import again; if it stays, tell the operator that store and service disagree.',
}

const unavailable: Meaning = {
  code: 'storage_unavailable',
  message: 'The store cannot take the file at the moment. Try again shortly.',
}

const passingCodes = new Set([
  'SlowDown',
  'RequestTimeout',
  'InternalError',
  'ServiceUnavailable',
  'OperationAborted',
])
const passingStatuses = new Set([408, 429])

export function storageError(status: number, text: string, isOld: boolean): UploadError {
  const storageCode = element(text, 'Code')
  const isTransient = status >= 500 || passingStatuses.has(status) || passingCodes.has(storageCode ?? '')
  const { code, message } = isTransient ? unavailable : meaningOf(status, storageCode, text, isOld)
  const said = element(text, 'Message')
  const own = [storageCode, said].filter(Boolean).join(': ')
  return new UploadError(`${message} (${own || `status ${status}`})`, {
    code,
    status,
    storageCode,
    isTransient,
    requestId: element(text, 'RequestId'),
  })
}

function meaningOf(status: number, storageCode: string | undefined, text: string, isOld: boolean): Meaning {
  const known = meanings[storageCode ?? '']
  if (known) return known
  if (status === 413) return meanings['EntityTooLarge'] ?? refused
  // Not every store says why it denies access; the age of the permission tells as much.
  if (status === 403 && (isOld || /expired/i.test(text))) return expired
  return refused
}

function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]
}
