import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { searchEverything } from './search-everything.ts'
import { searchNames } from './search-names.ts'

export function searchRoutes(app: FastifyInstance, deps: { db: Db }): void {
  bindRoute(app, contract.searchEverything, async ({ query, request }) =>
    answer(200, await searchEverything(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.searchNames, async ({ query, request }) =>
    answer(200, await searchNames(deps, principalOf(request), query)),
  )
}
