import { type PageQuery, pageLimit } from '@inlet/contract'
import type { Static } from 'typebox'

export interface Page {
  limit: number
  offset: number
}

export const pageOf = ({ limit = pageLimit, offset = 0 }: Static<typeof PageQuery>): Page => ({
  limit,
  offset,
})

export interface PageLinks {
  count: number
  next: string | null
  previous: string | null
}

/** Links are built from the configured URL, never from the Host header, which the caller controls. */
export function pageLinks(publicUrl: string, requestUrl: string, page: Page, count: number): PageLinks {
  const link = (offset: number) => {
    const url = new URL(requestUrl, publicUrl)
    url.searchParams.set('limit', String(page.limit))
    url.searchParams.set('offset', String(offset))
    return `${publicUrl}${url.pathname}${url.search}`
  }
  const nextOffset = page.offset + page.limit
  return {
    count,
    next: nextOffset < count ? link(nextOffset) : null,
    previous: page.offset > 0 ? link(Math.max(0, page.offset - page.limit)) : null,
  }
}
