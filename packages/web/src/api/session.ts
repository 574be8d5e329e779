/** The signed-in user. Inside the shell there is always one. */
import { getSession, type Session } from '@inlet/contract/workspace'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryOf } from './queries.ts'

export const sessionQuery = { ...queryOf(getSession, {}), staleTime: 5 * 60_000, retry: false }

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}
