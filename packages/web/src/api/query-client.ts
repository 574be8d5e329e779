import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from './api-error.ts'

const mostTries = 2

/** `onSignedOut` is called when any call finds that the session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isApiError(error, 'signed_out')) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({
      // Whether there is a session is a question of its own, which the router asks and answers.
      onError: (error, query) => query.queryKey[0] === 'session.get' || onError(error),
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Changes come by the stream; coming back to a page need not read it again at once.
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (count, error) => count < mostTries && isWorthRetrying(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

function isWorthRetrying(error: Error): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)
}
