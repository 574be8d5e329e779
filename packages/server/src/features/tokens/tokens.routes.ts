import { issueToken as issueTokenRoute, type TokenErrorBody } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { toAppError } from '../../platform/http/error-answer.ts'
import { createTrustedClients, type IssueTokenDeps, issueToken } from './issue-token.ts'
import { readTokenRequest, TokenError } from './token-request.ts'

const formBytes = 8 * 1024
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** Registered in a separate scope, because it parses forms instead of JSON and returns OAuth errors. */
export function tokenRoutes(app: FastifyInstance, deps: Omit<IssueTokenDeps, 'trustedClients'>): void {
  const trustedClients = createTrustedClients()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  )
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  app.setErrorHandler((error, request, reply) => {
    const { code, status, message, headers } = asTokenError(error)
    if (status >= 500) request.log.error({ err: error, code }, 'request failed')
    const body: TokenErrorBody = { error: code, error_description: message, code, request_id: request.id }
    return reply
      .code(status)
      .headers({ ...noStore, ...headers })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  })
  bindRoute(app, issueTokenRoute, async ({ request }) => {
    if (!(request.body instanceof URLSearchParams)) throw notAForm()
    const input = readTokenRequest(request.headers.authorization, request.body)
    return answer(200, await issueToken({ ...deps, trustedClients }, input, request.ip), noStore)
  })
}

const notAForm = () =>
  new TokenError(
    'invalid_request',
    'Send the request as a form: Content-Type: application/x-www-form-urlencoded, with grant_type, client_id and client_secret in the body.',
  )

const formTooLarge = (cause: unknown) =>
  new AppError('payload_too_large', {
    message: 'The form is larger than 8 KiB. Send grant_type, client_id, client_secret and scope only.',
    cause,
  })

function asTokenError(error: unknown): TokenError | AppError {
  if (error instanceof TokenError) return error
  const known = toAppError(error)
  if (known.code === 'unsupported_media_type') return notAForm()
  return known.code === 'payload_too_large' ? formTooLarge(error) : known
}
