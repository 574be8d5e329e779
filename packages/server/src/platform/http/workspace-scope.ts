/**
 * The scopes in which the operations of the workspace are registered. Being inside is what makes a route
 * checked for its origin, kept out of caches and, in the second one, open to people who are signed in only.
 */
import type { ErrorCode } from '@inlet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LiveSession, Sessions } from '../auth/sessions.ts'
import { AppError } from '../errors.ts'
import type { Cookie } from './cookies.ts'
import { sendError, toAppError } from './error-answer.ts'
import { createOriginCheck, isUnsafe } from './same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: LiveSession | null
  }
  interface FastifyContextConfig {
    isForViewers?: boolean
  }
}

export const sessionLifetimeSeconds = 7 * 24 * 3600

export interface WorkspaceScopeOptions {
  publicUrl: string
  sessions: Sessions
  sessionCookie: Cookie
}

const viewerRole = 2

/** For what happens before somebody is signed in. */
export function guardSignInScope(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const checkOrigin = createOriginCheck(publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    checkOrigin(request)
  })
  speakToPeople(app)
}

export function guardWorkspaceScope(app: FastifyInstance, options: WorkspaceScopeOptions): void {
  const { publicUrl, sessions, sessionCookie } = options
  const checkOrigin = createOriginCheck(publicUrl)
  app.decorateRequest('principal', null)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    checkOrigin(request)
    const token = sessionCookie.read(request.headers.cookie)
    const session = token === undefined ? undefined : await sessions.find(token)
    if (token === undefined || !session) throw new AppError('signed_out')
    request.session = session
    request.principal = session.principal
    if (session.isRenewed) reply.header('set-cookie', sessionCookie.write(token, sessionLifetimeSeconds))
    const { isForViewers } = request.routeOptions.config
    if (isUnsafe(request.method) && session.principal.role === viewerRole && !isForViewers)
      throw new AppError('read_only_role')
  })
  speakToPeople(app)
}

export function sessionOf(request: FastifyRequest): LiveSession {
  if (!request.session) throw new Error(`${request.routeOptions.url} is not inside the workspace scope.`)
  return request.session
}

const notThere =
  'There is nothing here, or it is not open to you. Check the link, or ask its owner to share it.'

/** Errors of use cases that the import contract has too speak of keys and calls; people have neither. */
const wordsForPeople: Partial<Record<ErrorCode, string>> = {
  project_not_found: notThere,
  insight_not_found: notThere,
  file_not_found: notThere,
  survey_not_found: notThere,
  project_creation_disabled:
    'Your team does not allow new projects. Ask a team admin to switch on manual project creation.',
}

function speakToPeople(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { code, body, headers } = toAppError(error)
    const message = code in wordsForPeople ? wordsForPeople[code as ErrorCode] : undefined
    const told = message === undefined ? error : new AppError(code, { body, headers, message, cause: error })
    return sendError(told, request, reply)
  })
}
