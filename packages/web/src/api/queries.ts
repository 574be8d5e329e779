/**
 * Operations as queries. The query key is the operation id and its input, so that live changes can invalidate
 * them.
 */
import type { Route } from '@inlet/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallInput, type CallResult, call } from './call.ts'

/** A query for a single response. */
export function queryOf<R extends Route>(route: R, input: CallInput<R>) {
  return queryOptions({
    queryKey: [route.operationId, input] as const,
    queryFn: ({ signal }) => call(route, input, { signal }),
  })
}

/** A paginated list. Its key has the same prefix as a single query, so both are invalidated together. */
export function pagesOf<R extends Route>(route: R, input: CallInput<R>) {
  const { query, ...rest } = input as { query?: Record<string, unknown> }
  return infiniteQueryOptions({
    queryKey: [route.operationId, input, 'pages'] as const,
    queryFn: ({ signal, pageParam }) =>
      call(
        route,
        { ...rest, query: { ...query, cursor: pageParam ?? undefined } } as unknown as CallInput<R>,
        {
          signal,
        },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CallResult<R>) => (page as { next_cursor: string | null }).next_cursor,
  })
}
