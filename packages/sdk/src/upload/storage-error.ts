/**
 * Turns error responses of the object store, XML with little more than a code, and of the upload gateway, JSON, into
 * errors with advice.
 */
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
  NoSuchUpload: {
    code: 'upload_gone',
    message: 'The upload was completed, discarded or has expired. Check the status of the import.',
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

const damaged: Meaning = {
  code: 'part_damaged',
  message:
    'A part arrived damaged and was not stored. Try again; if the problem persists, check the network.',
}

/** Codes of the gateway, and those of a store that mean the same. */
const gatewayCodes: Record<string, string> = {
  upload_too_large: 'EntityTooLarge',
  upload_gone: 'NoSuchUpload',
  part_damaged: 'BadDigest',
  upload_refused: 'AccessDenied',
}

const passingCodes = new Set([
  'BadDigest',
  'SlowDown',
  'RequestTimeout',
  'InternalError',
  'ServiceUnavailable',
  'OperationAborted',
])
const passingStatuses = new Set([408, 429])

export function storageError(status: number, text: string, isOld: boolean): UploadError {
  const { storageCode, said, requestId } = readAnswer(text)
  const isTransient = status >= 500 || passingStatuses.has(status) || passingCodes.has(storageCode ?? '')
  const passing = storageCode === 'BadDigest' ? damaged : unavailable
  const { code, message } = isTransient ? passing : meaningOf(status, storageCode, text, isOld)
  const own = [storageCode, said].filter(Boolean).join(': ')
  return new UploadError(`${message} (${own || `status ${status}`})`, {
    code,
    status,
    storageCode,
    isTransient,
    requestId,
  })
}

interface Answer {
  storageCode: string | undefined
  said: string | undefined
  requestId: string | undefined
}

function readAnswer(text: string): Answer {
  const json = text.startsWith('{') ? parseObject(text) : undefined
  if (json) {
    const { code, error: said, request_id: requestId } = json
    // Other codes are those of a server that is no gateway.
    return { storageCode: gatewayCodes[code ?? ''], said, requestId }
  }
  return {
    storageCode: element(text, 'Code'),
    said: element(text, 'Message'),
    requestId: element(text, 'RequestId'),
  }
}

function parseObject(text: string): { code?: string; error?: string; request_id?: string } | undefined {
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
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
