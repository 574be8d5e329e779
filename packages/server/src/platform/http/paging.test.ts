import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageLinks, readPage } from './paging.ts'

const publicUrl = 'https://inlet.example/base'
const path = '/api/v1/developer/import/files'

/** What a client does: follow next until there is none, and keep what each page holds. */
function walk(items: readonly number[], firstUrl: string): number[] {
  const seen: number[] = []
  let url: string | null = firstUrl
  for (let pages = 0; url !== null; pages += 1) {
    if (pages > items.length + 1) throw new Error('The walk does not end.')
    const { pathname, search, searchParams } = new URL(url, publicUrl)
    const page = readPage(Object.fromEntries(searchParams))
    seen.push(...items.slice(page.offset, page.offset + page.limit))
    url = pageLinks(publicUrl, `${pathname}${search}`, page, items.length).next
    url = url?.replace(publicUrl, '') ?? null
  }
  return seen
}

describe('readPage', () => {
  it('takes 50 from the start when nothing is asked', () => {
    for (const query of [undefined, null, {}, { other: 'x' }])
      expect(readPage(query)).toEqual({ limit: 50, offset: 0 })
  })

  it('takes what is asked, and at most 50', () => {
    expect(readPage({ limit: '7', offset: '14' })).toEqual({ limit: 7, offset: 14 })
    expect(readPage({ limit: '51' }).limit).toBe(50)
    expect(readPage({ limit: '999999999999999' }).limit).toBe(50)
  })

  it.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    ' 5',
    '5\n',
    '٣',
    'abc',
    '',
    '9'.repeat(16),
    ['1', '2'],
    5,
    null,
  ])('reads the junk %j as absent', (value) => {
    expect(readPage({ limit: value, offset: value })).toEqual({ limit: 50, offset: 0 })
  })

  it('stays inside what the database counts in, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (limit, offset) => {
        const page = readPage({ limit, offset })
        expect(Number.isInteger(page.limit) && page.limit >= 1 && page.limit <= 50).toBe(true)
        expect(Number.isInteger(page.offset) && page.offset >= 0 && page.offset <= 1e9).toBe(true)
      }),
    )
  })
})

describe('pageLinks', () => {
  it('lead through every item exactly once, in order', () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), fc.integer({ min: 1, max: 60 }), (count, limit) => {
        const items = Array.from({ length: count }, (_, i) => i)
        expect(walk(items, `${path}?limit=${limit}`)).toEqual(items)
      }),
    )
  })

  it('start with the configured address, even when the request names another host', () => {
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
