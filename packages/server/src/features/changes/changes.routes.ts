import { streamChanges } from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Cookie } from '../../platform/http/cookies.ts'
import { sessionOf } from '../../platform/http/workspace-scope.ts'
import type { ChangeFeed } from './change-feed.ts'

export function changeRoutes(
  app: FastifyInstance,
  { feed, sessionCookie }: { feed: ChangeFeed; sessionCookie: Cookie },
): void {
  app.get(
    streamChanges.path,
    { exposeHeadRoute: false, schema: { hide: true } as object },
    async (request, reply) => {
      const token = sessionCookie.read(request)
      if (token === undefined) throw new AppError('signed_out')
      const isReturning = request.headers['last-event-id'] !== undefined
      const stream = await feed.open(sessionOf(request), token, isReturning)
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store, no-transform')
          // Tells reverse proxies not to buffer small chunks.
          .header('x-accel-buffering', 'no')
          .send(stream.body)
      )
    },
  )
}
