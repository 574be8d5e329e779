/** Operations as queries: the key is the operation's id and its input, so that live changes can name them. */
import type { Route } from '@inlet/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallAnswer, type CallInput, call } from './call.ts'

/** One answer. */
export function queryOf<R extends Route>(route: R, input: CallInput<R>) {
  return queryOptions({
    queryKey: [route.operationId, input] as const,
    queryFn: ({ signal }) => call(route, input, { signal }),
  })
}

/** A list read page by page. Its key starts like that of one answer, so both are refreshed together. */
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
    getNextPageParam: (page: CallAnswer<R>) => (page as { next_cursor: string | null }).next_cursor,
  })
}
