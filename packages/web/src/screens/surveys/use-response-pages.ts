/** Loads the responses of the visible window of a long list, page by page. */
import type { SurveyResponse } from '@inlet/contract/workspace'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { responsePage } from './response-page.ts'
import type { ResponsesSearch } from './response-sort.ts'
import { pagesFor, rowsPerPage } from './table-window.ts'

/** Pages that are only scrolled past are not fetched. */
const restMs = 90

export function useFirstResponses(uploadKey: string, search: ResponsesSearch) {
  return useQuery({ ...responsePage(uploadKey, search, 0), placeholderData: keepPreviousData })
}

export type ResponseAt = (index: number) => SurveyResponse | undefined

/** Rows are zero-based indexes into the matching responses. */
export function useResponsePages(
  uploadKey: string,
  search: ResponsesSearch,
  { first, last }: { first: number; last: number },
): ResponseAt {
  const client = useQueryClient()
  const pages = pagesFor(first, last)
  const isResting = useIsResting(pages.join(' '))
  const results = useQueries({
    queries: pages.map((page) => {
      const query = responsePage(uploadKey, search, page)
      return { ...query, enabled: isResting || client.getQueryData(query.queryKey) !== undefined }
    }),
  })
  return (index) => {
    const page = Math.floor(index / rowsPerPage)
    return results[pages.indexOf(page)]?.data?.responses[index - page * rowsPerPage]
  }
}

function useIsResting(key: string): boolean {
  const [rested, setRested] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setRested(key), restMs)
    return () => clearTimeout(timer)
  }, [key])
  return rested === key
}
