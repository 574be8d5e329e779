import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { boundSearches } from './bound-search.ts'
import { searchEverything } from './search-everything.ts'
import { searchNames } from './search-names.ts'

export function searchRoutes(
  app: FastifyInstance,
  { db, config }: { db: Db; config: Pick<Config, 'DATABASE_POOL_SIZE'> },
): void {
  const runSearch = boundSearches(db, config.DATABASE_POOL_SIZE)

  bindRoute(app, contract.searchEverything, async ({ query, request }) => {
    const principal = principalOf(request)
    return answer(200, await runSearch(principal, (tx) => searchEverything({ db: tx }, principal, query)))
  })

  bindRoute(app, contract.searchNames, async ({ query, request }) => {
    const principal = principalOf(request)
    return answer(200, await runSearch(principal, (tx) => searchNames({ db: tx }, principal, query)))
  })
}
