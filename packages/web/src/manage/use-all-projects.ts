import { listProjects } from '@inlet/contract/workspace'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pagesOf } from '../api/queries.ts'

/** Page by page, most recently changed first. */
export function useAllProjects() {
  const { data, error, isPending, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    pagesOf(listProjects, { query: { limit: 100 } }),
  )
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  return { projects: data?.pages.flatMap((page) => page.projects) ?? [], error, isPending }
}
