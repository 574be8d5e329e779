/** Turns error responses of the object store, XML with little more than a code, into errors with advice. */
import { UploadError } from '../errors.ts'

interface Meaning {
  code: string
  message: string
}

const meanings: Record<string, Meaning> = {
  EntityTooLarge: {
    code: 'upload_too_large',
    message: 'The file exceeds the size limit of this kind of import. Send a smaller file.',
  },
  EntityTooSmall: {
    code: 'upload_too_small',
    message: 'The file is below the minimum size of this kind of import. Check that it is complete.',
  },
  RequestTimeTooSkewed: {
    code: 'clock_wrong',
    message: 'The clocks of the object store and the service differ too much. Contact the operator.',
  },
  QuotaExceeded: {
    code: 'storage_full',
    message: 'The object store has reached its quota. Contact the operator, then try again.',
  },
  NoSuchBucket: {
    code: 'storage_misconfigured',
    message: 'The object store has no bucket for uploads. Contact the operator.',
  },
}

const expired: Meaning = {
  code: 'upload_expired',
  message: 'The upload permission expired after an hour. Start the import again.',
}

const refused: Meaning = {
  code: 'upload_refused',
  message:
    'The object store rejected the signature. Start the import again; if the problem persists, tell the operator that the keys of the object store and the service may differ.',
}

const unavailable: Meaning = {
  code: 'storage_unavailable',
  message: 'The object store is temporarily unavailable. Try again in a few seconds.',
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
  // Not every store says why it denies access; then the age of the descriptor decides.
  if (status === 403 && (isOld || /expired/i.test(text))) return expired
  return refused
}

function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]
}
