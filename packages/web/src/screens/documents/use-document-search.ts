/** Pages of a document that match a search on the server, and navigation between them. */
import { searchDocument } from '@inlet/contract/workspace'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/queries.ts'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { type DocumentMatch, firstMatch, nextMatch, placeOfMatch, previousMatch } from './document-matches.ts'

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

  /** The next or previous match, wrapping at the ends. */
  async function findNext(by: 1 | -1, from: DocumentMatch): Promise<DocumentMatch | undefined> {
    if (by === -1) return previousMatch(hits, from)
    const next = nextMatch(hits, from)
    if (next || !query.hasNextPage) return next ?? firstMatch(hits)
    const { data } = await query.fetchNextPage()
    return nextMatch(data?.pages.flatMap((page) => page.hits) ?? [], from)
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

/** `3 of 8`: the position of the current match among all, of which the last pages may not be known yet. */
export function positionText({ query, hits, count }: DocumentSearch, match: DocumentMatch): string {
  if (query.isPending) return '…'
  if (query.isError) return 'Search failed'
  if (count === 0) return 'No results'
  const { position, total } = placeOfMatch(hits, match)
  const more = query.hasNextPage ? '+' : ''
  if (position === undefined)
    return more ? `${formatCount(total)}+ matches` : countOf(total, 'match', 'matches')
  return `${formatCount(position)} of ${formatCount(total)}${more}`
}
