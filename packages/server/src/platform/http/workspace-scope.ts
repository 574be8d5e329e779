/**
 * The scopes in which the operations of the workspace are registered. Registration here adds the origin check and
 * keeps responses out of caches; the second scope also requires a signed-in user.
 */
import type { ErrorCode } from '@inlet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isReadOnly } from '../auth/principal.ts'
import type { LiveSession, Sessions } from '../auth/sessions.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { createLocalLimiter } from '../rate-limit/local-limiter.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Cookie } from './cookies.ts'
import { sendError, toAppError } from './error-answer.ts'
import { rateLimited } from './import-scope.ts'
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
  config: Pick<Config, 'INLET_SESSION_CALLS_PER_MINUTE'>
  metrics: Metrics
}

/** For operations before sign-in. */
export function guardSignInScope(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const checkOrigin = createOriginCheck(publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    checkOrigin(request)
  })
  useWorkspaceMessages(app)
}

export function guardWorkspaceScope(app: FastifyInstance, options: WorkspaceScopeOptions): void {
  const { publicUrl, sessions, sessionCookie, config, metrics } = options
  const limiter = createLocalLimiter(config.INLET_SESSION_CALLS_PER_MINUTE)
  const checkOrigin = createOriginCheck(publicUrl)
  app.decorateRequest('principal', null)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    checkOrigin(request)
    const token = sessionCookie.read(request)
    const session = token === undefined ? undefined : await sessions.find(token)
    if (token === undefined || !session) throw new AppError('signed_out')
    const verdict = limiter.take(String(session.id))
    if (!verdict.isAllowed) {
      metrics.rateLimited.inc({ limiter: 'session' })
      throw rateLimited(verdict)
    }
    request.session = session
    request.principal = session.principal
    if (session.isRenewed) sessionCookie.set(reply, token, sessionLifetimeSeconds)
    const { isForViewers } = request.routeOptions.config
    if (isUnsafe(request.method) && isReadOnly(session.principal) && !isForViewers)
      throw new AppError('read_only_role')
  })
  useWorkspaceMessages(app)
}

export function sessionOf(request: FastifyRequest): LiveSession {
  if (!request.session)
    throw new Error(`${request.routeOptions.url} is not registered inside the workspace scope.`)
  return request.session
}

const notFound = 'Not found, or not shared with you. Check the link, or ask its owner to share it.'

/** Errors shared with the import contract mention keys and API calls; people in the workspace have neither. */
const workspaceMessages: Partial<Record<ErrorCode, string>> = {
  project_not_found: notFound,
  insight_not_found: notFound,
  file_not_found: notFound,
  survey_not_found: notFound,
  media_not_found: notFound,
  media_being_replaced:
    'This media file is being replaced. Remove its replacement first, or wait until it is matched.',
  media_name_taken:
    'Another media file of the survey now has this name. Delete that file or replace it under another name, then try again.',
  webhook_not_found:
    'The webhook does not exist, or it belongs to a key of another person. Check the list again.',
  delivery_not_found: 'The delivery no longer exists. Check the list again.',
  webhook_disabled: 'The webhook is disabled. Enable it, then try again.',
  read_only_role: 'Viewers can read but not change anything. Ask a team admin for another role.',
  owner_or_admin_only: 'Only the owner of the project or a team admin can do this. Ask one of them.',
  export_not_found: 'The export no longer exists. Check the list again.',
  export_running: 'An export of this project is already running. Wait until it finishes, or cancel it.',
  precondition_failed:
    'Somebody else changed this after you opened it. Check the current values, then try again.',
  project_creation_disabled:
    'Your team does not allow new projects. Ask a team admin to turn on manual project creation.',
}

function useWorkspaceMessages(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { code, body, headers } = toAppError(error)
    const message = code in workspaceMessages ? workspaceMessages[code as ErrorCode] : undefined
    const shownError =
      message === undefined ? error : new AppError(code, { body, headers, message, cause: error })
    return sendError(shownError, request, reply)
  })
}
