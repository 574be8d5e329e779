import { PageQuery } from '@inlet/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageLinks, pageOf } from './paging.ts'
import { parseQuery } from './parse-query.ts'

const publicUrl = 'https://inlet.example/base'
const path = '/api/v1/developer/import/files'

/** Follows next like a client until there is none, and collects the items. */
function walk(items: readonly number[], firstUrl: string): number[] {
  const seen: number[] = []
  let url: string | null = firstUrl
  for (let pages = 0; url !== null; pages += 1) {
    if (pages > items.length + 1) throw new Error('The pages do not end.')
    const { pathname, search, searchParams } = new URL(url, publicUrl)
    const page = pageOf(parseQuery(PageQuery, Object.fromEntries(searchParams)))
    seen.push(...items.slice(page.offset, page.offset + page.limit))
    url = pageLinks(publicUrl, `${pathname}${search}`, page, items.length).next
    url = url?.replace(publicUrl, '') ?? null
  }
  return seen
}

describe('pageLinks', () => {
  it('lead to every item exactly once, in order', () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), fc.integer({ min: 1, max: 60 }), (count, limit) => {
        const items = Array.from({ length: count }, (_, i) => i)
        expect(walk(items, `${path}?limit=${limit}`)).toEqual(items)
      }),
    )
  })

  it('start with the configured URL, even when the request names another host', () => {
    const page = { limit: 10, offset: 10 }
    for (const url of [path, `https://evil.example${path}`, `//evil.example${path}`]) {
      const { next, previous } = pageLinks(publicUrl, url, page, 30)
      expect(next).toBe(`${publicUrl}${path}?limit=10&offset=20`)
      expect(previous).toBe(`${publicUrl}${path}?limit=10&offset=0`)
    }
  })

  it('repeat the other parameters and replace repeated limits', () => {
    const url = `${path}?q=a%20b&limit=1&limit=2`
    expect(pageLinks(publicUrl, url, { limit: 50, offset: 0 }, 51).next).toBe(
      `${publicUrl}${path}?q=a+b&limit=50&offset=50`,
    )
  })

  it('are null at both ends', () => {
    expect(pageLinks(publicUrl, path, { limit: 10, offset: 0 }, 10)).toEqual({
      count: 10,
      next: null,
      previous: null,
    })
  })

  it('never lead back before the first item', () => {
    const { previous } = pageLinks(publicUrl, path, { limit: 10, offset: 3 }, 5)
    expect(previous).toBe(`${publicUrl}${path}?limit=10&offset=0`)
  })
})
