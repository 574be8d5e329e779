/** Turns an error response into the error for its status. */
import type { ErrorBody } from '../contract.ts'
import {
  type AnswerFacts,
  ApiError,
  BadRequestError,
  ConflictError,
  CursorExpiredError,
  ForbiddenError,
  InletError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from '../errors.ts'
import { readRetryAfter } from './rate-limit-headers.ts'

const classes: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: CursorExpiredError,
  429: RateLimitedError,
}

export function answerError(response: Response, text: string): ApiError {
  const body = readBody(text)
  return errorOf(response, body, sentence(response.status, body))
}

export function errorOf(response: Response, body: Partial<ErrorBody>, message: string): ApiError {
  const { status } = response
  const facts: AnswerFacts = {
    status,
    code: body.code ?? `http_${status}`,
    requestId: body.request_id ?? response.headers.get('x-request-id') ?? undefined,
    details: body.details,
    retryAfterMs: readRetryAfter(response.headers),
    body,
  }
  const ErrorClass = classes[status] ?? (status >= 500 ? ServerError : ApiError)
  return new ErrorClass(message, facts)
}

/** Errors of the token endpoint follow RFC 6749: the code is in `error`, the message in `error_description`. */
export function tokenError(response: Response, text: string): ApiError {
  const body = readBody(text) as Record<string, unknown>
  const word = body['error']
  const description = body['error_description']
  const isOAuth = typeof word === 'string' && typeof description === 'string'
  if (!isOAuth) return answerError(response, text)
  const advice = word === 'invalid_client' ? ' Check clientId and clientSecret.' : ''
  const known = JSON.stringify({ ...body, code: word, error: `${description}${advice}` })
  return answerError(response, known)
}

/** The response is not from Inlet, but for example from a proxy or a web site. */
export function unexpectedResponse(response: Response, url: string): InletError {
  const type = response.headers.get('content-type') ?? 'no content type'
  const location = response.headers.get('location')
  const found = location ? `a redirect to ${location}` : `status ${response.status} with ${type}`
  const message = `${url} responded with ${found} instead of JSON. Check that baseUrl is the address of the Inlet server.`
  return new InletError(message, { code: 'unexpected_answer', status: response.status })
}

const cursorAdvice =
  "The cursor is older than the retained events, so events were missed. Take the cursor of events.list({ after: 'latest' }), compare your records with the lists, then continue from that cursor."

function readBody(text: string): Partial<ErrorBody> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function sentence(status: number, { code, error, details }: Partial<ErrorBody>): string {
  if (code === 'cursor_expired') return cursorAdvice
  const said = error ?? `The service responded with status ${status} and no explanation. Try again later.`
  if (!details || details.length === 0) return said
  return `${said} ${details.map(({ field, message }) => `${field}: ${message}`).join('; ')}`
}
