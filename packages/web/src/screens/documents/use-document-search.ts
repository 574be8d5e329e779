/** Pages of a document that match a search on the server, and navigation between them. */
import { searchDocument } from '@inlet/contract/workspace'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/queries.ts'
import { countOf, formatCount } from '../../ui/format/count.ts'

const unfinishedMs = 2_000

export function useDocumentSearch({ owner, key }: { owner: string; key: string }, find: string | undefined) {
  const query = useInfiniteQuery({
    ...pagesOf(searchDocument, { params: { owner, key }, query: { q: find ?? '' } }),
    enabled: find !== undefined,
    placeholderData: keepPreviousData,
    // The document is still being indexed, so results may grow.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.is_indexed === false ? unfinishedMs : false),
  })
  const hits = find === undefined ? [] : (query.data?.pages.flatMap((page) => page.hits) ?? [])
  const [first] = query.data?.pages ?? []

  /** The next or previous match relative to the current page, wrapping at the ends. */
  async function findNext(by: 1 | -1, from: number): Promise<number | undefined> {
    const pages = hits.map((hit) => hit.page)
    const next = by === 1 ? pages.find((page) => page > from) : pages.findLast((page) => page < from)
    if (next !== undefined || pages.length === 0) return next
    if (by === 1 && query.hasNextPage) {
      const { data } = await query.fetchNextPage()
      return data?.pages.flatMap((page) => page.hits).find((hit) => hit.page > from)?.page
    }
    return by === 1 ? pages[0] : pages.at(-1)
  }
  return {
    query,
    hits,
    count: find === undefined ? 0 : (first?.count ?? 0),
    isIndexed: first?.is_indexed ?? true,
    findNext,
  }
}

export type DocumentSearch = ReturnType<typeof useDocumentSearch>

/** `3 of 8`: the position of the current page among the matches. */
export function positionText({ query, hits, count }: DocumentSearch, current: number): string {
  if (query.isPending) return '…'
  if (query.isError) return 'Search failed'
  if (count === 0) return 'No results'
  const index = hits.findIndex((hit) => hit.page === current)
  return index === -1 ? countOf(count, 'page') : `${formatCount(index + 1)} of ${formatCount(count)}`
}
