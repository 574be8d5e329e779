import type { Route } from '@inlet/contract'
import { useQuery } from '@tanstack/react-query'
import type { CallInput } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'

const everyMs = 5000

/** Polls every five seconds while the tab is visible. */
export function usePolledQuery<R extends Route>(route: R, input: CallInput<R>) {
  return useQuery({
    ...queryOf(route, input),
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: 0,
  })
}
