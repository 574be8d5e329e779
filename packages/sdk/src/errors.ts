/**
 * Every error of this package is an InletError: `code` is stable and for programs, `message` says what happened and what
 * to do, `requestId` identifies the request when you ask for help.
 */
import type {
  ErrorBody,
  ErrorCode,
  FailureCode,
  FieldProblem,
  InitializedSurvey,
  SurveyErrorDetails,
  SurveyFailureCode,
  SurveyUpload,
} from './contract.ts'

/** Newer services may send other codes; editors complete the known ones. */
export type KnownCode = ErrorCode | FailureCode | SurveyFailureCode | (string & {})

export interface ErrorFacts {
  code: KnownCode
  /** HTTP status of the response, if there was one. */
  status?: number | undefined
  requestId?: string | undefined
  details?: readonly FieldProblem[] | undefined
  cause?: unknown
}

export class InletError extends Error {
  override readonly name: string = 'InletError'
  readonly code: KnownCode
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The fields that the service rejected. */
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
  /** From the Retry-After header. */
  retryAfterMs?: number | undefined
}

/** The service responded with an error. The common statuses have their own classes below. */
export class ApiError extends InletError {
  override readonly name: string = 'ApiError'
  declare readonly code: ErrorCode | (string & {})
  declare readonly status: number
  readonly body: Partial<ErrorBody>
  readonly retryAfterMs: number | undefined

  constructor(message: string, facts: AnswerFacts) {
    super(message, facts)
    this.body = facts.body
    this.retryAfterMs = facts.retryAfterMs
  }
}

/** 400: the request is invalid. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError'
}

/** 401: the key or the token is not valid, or no longer valid. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError'
}

/** 403: the key lacks permission; `body.required_scope` is the missing scope. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError'
}

/** 404: the resource does not exist, or the key has no access to it. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 409: the request conflicts with another one. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}

/**
 * 410: the cursor is older than the retained events, so events were missed. To recover, take the cursor of
 * `events.list({ after: 'latest' })`, compare your records with the lists, then continue from that cursor.
 */
export class CursorExpiredError extends ApiError {
  override readonly name = 'CursorExpiredError'
}

/** 429: too many calls, even after waiting for Retry-After. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError'
}

/** 500 and above: an error of the service. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError'
}

/** No response was received. */
export class ConnectionError extends InletError {
  override readonly name = 'ConnectionError'
  /** False when the request certainly never reached the service. */
  readonly mayHaveArrived: boolean

  constructor(message: string, facts: ErrorFacts & { mayHaveArrived: boolean }) {
    super(message, facts)
    this.mayHaveArrived = facts.mayHaveArrived
  }
}

/** The operation exceeded its time limit. */
export class TimeoutError extends InletError {
  override readonly name = 'TimeoutError'
}

/** The caller cancelled the operation; `cause` is the reason of the signal. */
export class CancelledError extends InletError {
  override readonly name = 'CancelledError'
}

/** The input cannot be sent: no file name, too large, or an invalid CSV. Nothing was imported. */
export class InvalidInputError extends InletError {
  override readonly name = 'InvalidInputError'
  /** In a CSV: the row number as in a spreadsheet, the header being row 1. */
  readonly row: number | undefined

  constructor(message: string, facts: ErrorFacts & { row?: number }) {
    super(message, facts)
    this.row = facts.row
  }
}

/** The object store rejected the file. */
export class UploadError extends InletError {
  override readonly name = 'UploadError'
  /** The error code of the store, such as `EntityTooLarge`. */
  readonly storageCode: string | undefined
  /** Whether a retry can succeed. */
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

/**
 * The import ended in a final status other than success. `code` is the stable code of the failure, such as
 * `password_protected`, or `import_failed` if the service reports none.
 */
export class ImportFailedError extends InletError {
  override readonly name = 'ImportFailedError'
  declare readonly code: FailureCode | SurveyFailureCode | (string & {})
  /** `insight_key`, `wav_key` or `upload_key`. */
  readonly key: string
  /** The reason, as reported by the service. */
  readonly reason: string
  /** For a survey: the part, the row and the columns. */
  readonly errorDetails: SurveyErrorDetails | undefined

  constructor(facts: {
    key: string
    reason: string
    code?: string | undefined
    errorDetails?: SurveyErrorDetails
    cause?: unknown
  }) {
    super(`The import ${facts.key} failed: ${facts.reason}`, {
      code: facts.code ?? facts.errorDetails?.code ?? 'import_failed',
      cause: facts.cause,
    })
    this.key = facts.key
    this.reason = facts.reason
    this.errorDetails = facts.errorDetails
  }
}

/**
 * The idempotency key was already used for another survey, and nothing was uploaded. `fields` lists what differs between
 * the two requests. Use a new key for a new survey, or repeat the first request unchanged.
 */
export class IdempotencyMismatchError extends InletError {
  override readonly name = 'IdempotencyMismatchError'
  /** The `upload_key` of the survey with this idempotency key. */
  readonly key: string
  readonly fields: NonNullable<InitializedSurvey['idempotency_mismatch']>

  constructor({ key, fields }: Pick<IdempotencyMismatchError, 'key' | 'fields'>) {
    const differ = fields.length === 1 ? 'differs' : 'differ'
    super(
      `This idempotency key belongs to the survey ${key}, which was created by another request: ${fields.join(', ')} ${differ}. Nothing was uploaded. Use a new idempotency key for a new survey, or repeat the original request unchanged.`,
      { code: 'idempotency_mismatch' },
    )
    this.key = key
    this.fields = fields
  }
}

/**
 * The import or append itself is complete, and nothing was uploaded. Parts that were appended to the survey later have
 * failed or are missing their upload, so the survey is not ready.
 */
export class LaterAppendError extends InletError {
  override readonly name = 'LaterAppendError'
  declare readonly code: 'append_failed' | 'append_waiting'
  /** The `upload_key`. */
  readonly key: string
  /** The current status of the survey. */
  readonly survey: SurveyUpload
  /** The appended parts that failed or are missing. */
  readonly partNumbers: readonly number[]
  /** The message without its advice, for programs that give their own. */
  readonly summary: string

  constructor(survey: SurveyUpload, own: { first: number; last: number }) {
    const { upload_key, parts, status, error_details } = survey
    const isOwn = (number: number) => number >= own.first && number <= own.last
    const saved = parts.reduce((sum, part) => sum + (isOwn(part.part_number) ? (part.row_count ?? 0) : 0), 0)
    const later = parts.filter((part) => part.part_number > own.last && part.status !== 'PROCESSED')
    const numbers = later.map((part) => part.part_number)
    const [first = own.last + 1] = numbers
    const hasFailed = status === 'FAILED'
    const trouble = hasFailed
      ? `part ${error_details.part_number ?? first}, which was appended later, failed: ${error_details.message ?? 'the service gave no reason.'}`
      : `part ${numbers.join(', ')}, appended later, still waits for its upload.`
    const summary = `The import is complete with ${saved} responses, and nothing was uploaded. But ${trouble}`
    super(
      `${summary} Finish that append by sending its CSV again, replace the part with a corrected CSV, or withdraw the part.`,
      { code: hasFailed ? 'append_failed' : 'append_waiting' },
    )
    this.key = upload_key
    this.survey = survey
    this.partNumbers = numbers
    this.summary = summary
  }
}

export type WebhookCheck =
  | 'invalid_secret'
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'invalid_body'

/** A request is not a genuine webhook: reject it. `code` is the check that failed. */
export class WebhookVerificationError extends InletError {
  override readonly name = 'WebhookVerificationError'
  declare readonly code: WebhookCheck

  constructor(message: string, facts: { code: WebhookCheck; cause?: unknown }) {
    super(message, facts)
  }
}

/** The error for an aborted signal: its reason if that is an InletError, a CancelledError otherwise. */
export function cancelledBy(signal: AbortSignal): InletError {
  const reason: unknown = signal.reason
  if (reason instanceof InletError) return reason
  return new CancelledError('The operation was cancelled.', { code: 'cancelled', cause: reason })
}

/** Whether the same request can succeed later: the network or the service was unavailable, or the limit was reached. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.code !== 'certificate_refused'
  if (error instanceof UploadError) return error.isTransient
  if (error instanceof ConflictError) return error.code === 'idempotency_in_progress'
  return error instanceof TimeoutError || error instanceof ServerError || error instanceof RateLimitedError
}
