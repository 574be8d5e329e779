import { expect, it } from 'vitest'
import { etagOf, extendedTagOf, requireMatch } from './etag.ts'

const record = { name: 'a', metadata: null }

it('gives a record another ETag when it changes', () => {
  expect(etagOf(record)).toMatch(/^"[\w-]{27}"$/)
  expect(etagOf({ ...record })).toBe(etagOf(record))
  expect(etagOf({ ...record, name: 'b' })).not.toBe(etagOf(record))
})

it('accepts no If-Match, an asterisk and lists that contain the ETag', () => {
  for (const header of [undefined, '*', etagOf(record), `"other", ${etagOf(record)}`])
    expect(() => requireMatch(header, record)).not.toThrow()
})

it('accepts the tag of a response with the record until the record changes', () => {
  const tag = extendedTagOf(record, { ...record, links: [] })
  expect(tag).not.toBe(extendedTagOf(record, { ...record, links: ['a'] }))
  for (const header of [`"${tag}"`, `"${tag}-gzip"`]) {
    expect(() => requireMatch(header, record)).not.toThrow()
    expect(() => requireMatch(header, { ...record, name: 'b' })).toThrow()
  }
})

it('refuses other, weak and malformed ETags', () => {
  for (const header of ['"other"', `W/${etagOf(record)}`, '', 'x'])
    expect(() => requireMatch(header, record)).toThrow(
      expect.objectContaining({ code: 'precondition_failed' }),
    )
})
