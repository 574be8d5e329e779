import { issueToken as issueTokenRoute } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { sendError } from '../../platform/http/error-answer.ts'
import { type IssueTokenDeps, issueToken } from './issue-token.ts'
import { readTokenRequest, TokenError } from './token-request.ts'

const formBytes = 8 * 1024
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** Registered in a scope of its own: it reads forms instead of JSON and answers in the words of OAuth. */
export function tokenRoutes(app: FastifyInstance, deps: IssueTokenDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytes },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  )
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  app.setErrorHandler((error, request, reply) => {
    const tokenError = asTokenError(error)
    if (!tokenError) return sendError(error, request, reply.headers(noStore))
    return reply
      .code(tokenError.status)
      .headers({ ...noStore, ...tokenError.headers })
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify({
          error: tokenError.code,
          error_description: tokenError.message,
          code: tokenError.code,
          request_id: request.id,
        }),
      )
  })
  bindRoute(app, issueTokenRoute, async ({ request }) => {
    if (!(request.body instanceof URLSearchParams)) throw notAForm()
    const input = readTokenRequest(request.headers.authorization, request.body)
    return answer(200, await issueToken(deps, input, request.ip), noStore)
  })
}

const notAForm = () =>
  new TokenError(
    'invalid_request',
    'Send the request as a form: Content-Type: application/x-www-form-urlencoded, with grant_type, client_id and client_secret in the body.',
  )

function asTokenError(error: unknown): TokenError | undefined {
  if (error instanceof TokenError) return error
  const code =
    error instanceof AppError ? error.code : error instanceof Error && 'code' in error ? error.code : ''
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? notAForm() : undefined
}
