import { pageLimit } from '@inlet/contract'

export interface Page {
  limit: number
  offset: number
}

/** Offsets beyond this cannot be meant; the cap keeps them inside PostgreSQL's integers. */
const maxOffset = 1_000_000_000

/** A value that makes no sense falls back to the default instead of failing the call. */
export function readPage(query: unknown): Page {
  const { limit, offset } = (query ?? {}) as Record<string, unknown>
  return {
    limit: Math.min(positiveInteger(limit) ?? pageLimit, pageLimit),
    offset: Math.min(positiveInteger(offset) ?? 0, maxOffset),
  }
}

function positiveInteger(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) return undefined
  const number = Number(value)
  return number > 0 ? number : undefined
}

export interface PageLinks {
  count: number
  next: string | null
  previous: string | null
}

/** Links are built from the configured address, never from the Host header, which a caller chooses. */
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
