/** Failures of the object store, and what they mean. */
import { S3ServiceException } from '@aws-sdk/client-s3'

/** The store did not answer in time. Named like the time-outs of the S3 client, so that both count as unavailable. */
export class StoreTimeout extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TimeoutError'
  }
}

/** The store refuses something the service needs; the message says what to do. */
export class StoreRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreRefusal'
  }
}

/** The store refuses a part that is sent as a stream. */
export class PartRefused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`The object store answered a part with ${status} ${code}.`)
    this.name = code
    this.status = status
    this.code = code
  }
}

export function statusOf(error: unknown): number | undefined {
  if (error instanceof PartRefused) return error.status
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

export const isStatus = (error: unknown, ...statuses: number[]) => statuses.includes(statusOf(error) ?? 0)

export const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

const unsupportedCodes = new Set([
  'NotImplemented',
  'MethodNotAllowed',
  'NotSupported',
  'XNotImplemented',
  'InvalidRequest',
  'InvalidArgument',
  'EntityTooLarge',
])

const temporary = new Set([500, 502, 503, 504])

/** It says nothing about the store when it is up again. */
export const isTemporaryStatus = (status: number) => temporary.has(status)

/** The store does not have this operation, or not for an object of this size; another one may do. */
export function isUnsupported(error: unknown): boolean {
  if (isStatus(error, 405, 411, 413, 501)) return true
  return isStatus(error, 400) && error instanceof Error && unsupportedCodes.has(error.name)
}

/** The access key lacks the right, or the store lacks the operation. */
export const isDeniedOrUnsupported = (error: unknown) => isStatus(error, 403) || isUnsupported(error)

/** A short reason without addresses or credentials: the status and the code of the store, or the code of the network. */
export function storeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const status = statusOf(error)
  if (status !== undefined)
    return /^\w+$/.test(error.name) && !/^(\d+|Unknown\w*|Error)$/.test(error.name)
      ? `${status} ${error.name}`
      : String(status)
  if ('code' in error && typeof error.code === 'string') return error.code
  return isTimeout(error) ? 'no answer in time' : error.message
}
