import { listProjects } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'

/** The most recently changed projects, to choose from and to name. */
export function useProjects(isNeeded = true) {
  return useQuery({ ...queryOf(listProjects, { query: { limit: 100 } }), enabled: isNeeded }).data?.projects
}
