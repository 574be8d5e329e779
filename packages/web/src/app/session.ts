/** Who is signed in. Inside the shell there is always somebody. */
import { getSession, type Session } from '@inlet/contract/workspace'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'

export const sessionQuery = { ...queryOf(getSession, {}), staleTime: 5 * 60_000, retry: false }

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}
