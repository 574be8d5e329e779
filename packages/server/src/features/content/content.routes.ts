import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { getContent } from './get-content.ts'

export function contentRoutes(app: FastifyInstance, deps: { db: Db; store: ObjectStore }): void {
  bindRoute(app, contract.getContent, async ({ params, request }) => {
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
    const { status, body, headers } = await getContent(deps, principalOf(request), {
      ...params,
      range,
      ifRange: typeof ifRange === 'string' ? ifRange : undefined,
      ifNoneMatch,
    })
    return status === 304 ? answer(304, null, headers) : answer(status, body, headers)
  })
}
