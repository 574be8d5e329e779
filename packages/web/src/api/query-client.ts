import { isTransient, RateLimitedError } from '@inlet/sdk/shared/errors'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isInletError } from './api-error.ts'

const maxRetries = 2

/** `onSignedOut` is called when any request fails because the session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isInletError(error, 'signed_out')) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({
      // The router handles a missing session itself.
      onError: (error, query) => query.queryKey[0] === 'signIn.getSession' || onError(error),
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The change stream invalidates data, so returning to a page does not need to refetch it.
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (count, error) => count < maxRetries && isTransient(error),
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const maxRetryDelayMs = 4_000

/** A retry before the time that the server asks for would be refused again. */
function retryDelay(attempt: number, error: Error): number {
  const askedMs = error instanceof RateLimitedError ? (error.retryAfterMs ?? 0) : 0
  return Math.min(Math.max(500 * 2 ** attempt, askedMs), maxRetryDelayMs)
}
