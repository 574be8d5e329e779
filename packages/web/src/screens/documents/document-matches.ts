/** Steps through the matches of a document, which the server counts per page. Pure. */
import type { DocumentHit } from '@inlet/contract/workspace'

export interface DocumentMatch {
  page: number
  /** From 0, on its page. */
  index: number
}

type Hit = Pick<DocumentHit, 'page' | 'match_count'>

export const firstMatch = ([hit]: readonly Hit[]): DocumentMatch | undefined =>
  hit && { page: hit.page, index: 0 }

/** Undefined after the last match of the known pages. */
export function nextMatch(hits: readonly Hit[], { page, index }: DocumentMatch): DocumentMatch | undefined {
  const here = hits.find((hit) => hit.page === page)
  if (here && index + 1 < here.match_count) return { page, index: index + 1 }
  return firstMatch(hits.filter((hit) => hit.page > page))
}

/** Before the first match comes the last one. */
export function previousMatch(
  hits: readonly Hit[],
  { page, index }: DocumentMatch,
): DocumentMatch | undefined {
  const here = hits.find((hit) => hit.page === page)
  if (here && index > 0) return { page, index: Math.min(index, here.match_count) - 1 }
  const hit = hits.findLast((one) => one.page < page) ?? hits.at(-1)
  return hit && { page: hit.page, index: hit.match_count - 1 }
}

/** The number of a match among all, from 1; without a position if its page has none. */
export function placeOfMatch(
  hits: readonly Hit[],
  { page, index }: DocumentMatch,
): { position: number | undefined; total: number } {
  const sum = (some: readonly Hit[]) => some.reduce((total, hit) => total + hit.match_count, 0)
  const here = hits.find((hit) => hit.page === page)
  const before = sum(hits.filter((hit) => hit.page < page))
  return {
    position: here && before + Math.min(index, here.match_count - 1) + 1,
    total: sum(hits),
  }
}
