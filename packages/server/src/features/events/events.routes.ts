import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { waitingOf } from '../../platform/http/wait.ts'
import { type EventDeps, listEvents } from './list-events.ts'

export function eventRoutes(app: FastifyInstance, deps: EventDeps): void {
  bindRoute(app, contract.listEvents, async ({ query, request, reply }) => {
    const waiting = waitingOf({ request, reply }, query.wait)
    return answer(200, await listEvents(deps, waiting, query))
  })
}
