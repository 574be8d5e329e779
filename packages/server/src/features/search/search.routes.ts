import type { RouteQuery } from '@inlet/contract'
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { boundSearches } from './bound-search.ts'
import { readTimes, searchEverything } from './search-everything.ts'
import { searchNames } from './search-names.ts'
import { suggestSearch } from './suggest-search.ts'

const suggestionMs = 500

type SearchQuery = RouteQuery<typeof contract.searchEverything>

export function searchRoutes(
  app: FastifyInstance,
  { db, config }: { db: Db; config: Pick<Config, 'DATABASE_POOL_SIZE'> },
): void {
  const runSearch = boundSearches(db, config.DATABASE_POOL_SIZE)

  /** Null if it takes too long: what was found is the answer. */
  const suggest = (principal: Principal, given: SearchQuery) =>
    runSearch(
      principal,
      (tx) =>
        suggestSearch({ db: tx }, principal, {
          query: given.q,
          projectId: given.project_id,
          times: readTimes(given),
        }),
      suggestionMs,
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'search_too_slow') return null
      throw error
    })

  bindRoute(app, contract.searchEverything, async ({ query, request }) => {
    const principal = principalOf(request)
    const found = await runSearch(principal, (tx) => searchEverything({ db: tx }, principal, query))
    const isNothing = Object.values(found.counts).every((count) => count === 0)
    return answer(200, { ...found, suggestion: isNothing ? await suggest(principal, query) : null })
  })

  bindRoute(app, contract.searchNames, async ({ query, request }) => {
    const principal = principalOf(request)
    return answer(200, await runSearch(principal, (tx) => searchNames({ db: tx }, principal, query)))
  })
}
