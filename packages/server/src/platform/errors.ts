/** The application error. Its code comes from the contract's catalogues, which define the HTTP status. */
import { type ErrorBody, type ErrorCode, errorCatalogue } from '@inlet/contract'
import {
  type TranscriptConflict,
  type WorkspaceErrorCode,
  workspaceErrorCatalogue,
} from '@inlet/contract/workspace'

const catalogue = { ...errorCatalogue, ...workspaceErrorCatalogue }
export type AppErrorCode = ErrorCode | WorkspaceErrorCode

type Extra = Partial<Omit<ErrorBody, 'error' | 'code' | 'request_id'> & TranscriptConflict>

export interface AppErrorOptions extends ErrorOptions {
  /** Replaces the catalogue's message where a more specific one is possible. */
  message?: string
  /** Added to the response body. */
  body?: Extra
  headers?: Record<string, string>
}

export class AppError extends Error {
  readonly code: AppErrorCode
  readonly status: number
  readonly body: Extra
  readonly headers: Record<string, string>

  constructor(code: AppErrorCode, options: AppErrorOptions = {}) {
    const { message, body = {}, headers = {}, ...rest } = options
    super(message ?? catalogue[code].message, rest)
    this.name = 'AppError'
    this.code = code
    this.status = catalogue[code].status
    this.body = body
    this.headers = headers
  }
}

/** For a field that is invalid in a way its schema cannot express. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid_request', { body: { details: [{ field, message }] } })
}
