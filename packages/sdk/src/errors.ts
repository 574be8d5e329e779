/**
 * Everything this package throws on purpose is an InletError: `code` is a stable word for programs, `message` says
 * what happened and what to do, `requestId` is what to quote when asking for help.
 */
import type { ErrorBody, FieldProblem, SurveyErrorDetails } from './contract.ts'

export interface ErrorFacts {
  code: string
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined
  requestId?: string | undefined
  details?: readonly FieldProblem[] | undefined
  cause?: unknown
}

export class InletError extends Error {
  override readonly name: string = 'InletError'
  readonly code: string
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The fields the service found wrong. */
  readonly details: readonly FieldProblem[]

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.details = facts.details ?? []
  }
}

export interface AnswerFacts extends ErrorFacts {
  status: number
  /** The whole body, for the fields that only some errors have, such as `missing_parts`. */
  body: Partial<ErrorBody>
  /** How long the service asked to wait. */
  retryAfterMs?: number | undefined
}

/** The service answered, and refused. Each usual status has a class of its own below. */
export class ApiError extends InletError {
  override readonly name: string = 'ApiError'
  declare readonly status: number
  readonly body: Partial<ErrorBody>
  readonly retryAfterMs: number | undefined

  constructor(message: string, facts: AnswerFacts) {
    super(message, facts)
    this.body = facts.body
    this.retryAfterMs = facts.retryAfterMs
  }
}

/** 400: the request cannot be served as it is. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError'
}

/** 401: the key or the token is not, or no longer, valid. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError'
}

/** 403: the key may not do this; `body.required_scope` names a scope that is missing. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError'
}

/** 404: there is no such thing for this key. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 409: somebody else was there first. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}

/** 429: too many calls, even after waiting as told. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError'
}

/** 500 and above: the fault is not the caller's. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError'
}

/** No answer came. */
export class ConnectionError extends InletError {
  override readonly name = 'ConnectionError'
  /** False when the request certainly never reached the service. */
  readonly mayHaveArrived: boolean

  constructor(message: string, facts: ErrorFacts & { mayHaveArrived: boolean }) {
    super(message, facts)
    this.mayHaveArrived = facts.mayHaveArrived
  }
}

/** It took longer than allowed. */
export class TimeoutError extends InletError {
  override readonly name = 'TimeoutError'
}

/** The caller cancelled it; `cause` is the reason of the signal. */
export class CancelledError extends InletError {
  override readonly name = 'CancelledError'
}

/** What was given cannot be sent: no file name, too large, not a readable CSV. Nothing was imported. */
export class InvalidInputError extends InletError {
  override readonly name = 'InvalidInputError'
  /** In a CSV: the row as a spreadsheet counts, the header being row 1. */
  readonly row: number | undefined

  constructor(message: string, facts: ErrorFacts & { row?: number }) {
    super(message, facts)
    this.row = facts.row
  }
}

/** The object store did not take the file. */
export class UploadError extends InletError {
  override readonly name = 'UploadError'
  /** The store's own word, such as `EntityTooLarge`. */
  readonly storageCode: string | undefined
  /** Whether sending it again can help. */
  readonly isTransient: boolean

  constructor(
    message: string,
    facts: ErrorFacts & { storageCode?: string | undefined; isTransient?: boolean },
  ) {
    super(message, facts)
    this.storageCode = facts.storageCode
    this.isTransient = facts.isTransient ?? false
  }
}

/** The import ended in a final status that is not a success. */
export class ImportFailedError extends InletError {
  override readonly name = 'ImportFailedError'
  /** `insight_key`, `wav_key` or `upload_key`. */
  readonly key: string
  /** Why, in the service's own words. */
  readonly reason: string
  /** Of a survey: the part, the row, the columns. */
  readonly errorDetails: SurveyErrorDetails | undefined

  constructor(facts: { key: string; reason: string; errorDetails?: SurveyErrorDetails; cause?: unknown }) {
    super(`The import ${facts.key} failed: ${facts.reason}`, {
      code: facts.errorDetails?.code ?? 'import_failed',
      cause: facts.cause,
    })
    this.key = facts.key
    this.reason = facts.reason
    this.errorDetails = facts.errorDetails
  }
}

/** The one error for a signal that was aborted, whatever its reason. */
export function cancelledBy(signal: AbortSignal): InletError {
  const reason: unknown = signal.reason
  if (reason instanceof InletError) return reason
  return new CancelledError('It was cancelled.', { code: 'cancelled', cause: reason })
}
