/** The only place where an error becomes an HTTP response. */
import type { ErrorBody, ErrorCode } from '@inlet/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { isUnavailable } from './unavailable.ts'

/** Errors that Fastify raises before a handler runs, and their codes in the catalogue. */
const frameworkErrors = new Map<unknown, ErrorCode>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'payload_too_large'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'invalid_json'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'invalid_json'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'invalid_request'],
  ['FST_ERR_BAD_URL', 'not_found'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'not_found'],
])

/** PostgreSQL's error code for text with a NUL character, which it cannot store. */
const notStorableText = '22021'

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const given = (error as Partial<FastifyError> | null)?.code
  const code = frameworkErrors.get(given)
  if (code) return new AppError(code, { cause: error })
  if (isRejectedByFramework(error)) return new AppError('invalid_request', { cause: error })
  if (given === notStorableText) {
    return new AppError('invalid_request', {
      message:
        'A text contains a NUL character, which cannot be stored. Remove it and send the request again.',
      cause: error,
    })
  }
  if (error instanceof SyntaxError && 'statusCode' in error)
    return new AppError('invalid_json', { cause: error })
  if (isUnavailable(error))
    return new AppError('unavailable', { cause: error, headers: { 'retry-after': '5' } })
  return new AppError('internal_error', { cause: error })
}

/** Fastify's other complaints about a request, such as a QUERY without a Content-Type. */
function isRejectedByFramework(error: unknown): boolean {
  const { code, statusCode = 500 } = (error ?? {}) as Partial<FastifyError>
  return typeof code === 'string' && code.startsWith('FST_') && statusCode >= 400 && statusCode < 500
}

export const errorBody = (error: AppError, { id }: FastifyRequest): ErrorBody => ({
  error: error.message,
  code: error.code,
  request_id: id,
  ...error.body,
})

export function logFailure(error: AppError, { log }: FastifyRequest): void {
  if (error.status >= 500) log.error({ err: error.cause ?? error, code: error.code }, 'request failed')
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error)
  logFailure(appError, request)
  return reply
    .code(appError.status)
    .headers({ ...challenge(appError), ...appError.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(appError, request)))
}

/** RFC 6750: no error code when the caller sent no credentials at all. */
function challenge(error: AppError): Record<string, string> {
  if (error.code === 'signed_out') return { 'www-authenticate': 'Session realm="inlet"' }
  if (error.code === 'unauthenticated') return { 'www-authenticate': 'Bearer realm="inlet"' }
  if (error.code === 'invalid_token')
    return { 'www-authenticate': 'Bearer realm="inlet", error="invalid_token"' }
  if (error.code === 'insufficient_scope') {
    const scope = error.body.required_scope ?? ''
    return { 'www-authenticate': `Bearer realm="inlet", error="insufficient_scope", scope="${scope}"` }
  }
  return {}
}
