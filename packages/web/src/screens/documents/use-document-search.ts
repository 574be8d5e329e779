/** Pages of a document on which words stand, found by the server, and the way from one to the next. */
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
    // Its words are being prepared; what is found grows meanwhile.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.is_indexed === false ? unfinishedMs : false),
  })
  const hits = find === undefined ? [] : (query.data?.pages.flatMap((page) => page.hits) ?? [])
  const [first] = query.data?.pages ?? []

  /** The next found page after the one that is read, or the one before it; round at the ends. */
  async function walk(by: 1 | -1, from: number): Promise<number | undefined> {
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
    walk,
  }
}

export type DocumentSearch = ReturnType<typeof useDocumentSearch>

/** `3 of 8`: which of the found pages is read. */
export function placeOf({ query, hits, count }: DocumentSearch, current: number): string {
  if (query.isPending) return '…'
  if (query.isError) return 'Not searched'
  if (count === 0) return 'Not found'
  const place = hits.findIndex((hit) => hit.page === current)
  return place === -1 ? countOf(count, 'page') : `${formatCount(place + 1)} of ${formatCount(count)}`
}
