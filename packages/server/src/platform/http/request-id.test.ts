import { describe, expect, it } from 'vitest'
import { requestId } from './request-id.ts'

const idFor = (given?: string | string[]) =>
  requestId({ headers: given === undefined ? {} : { 'x-request-id': given } })

describe('requestId', () => {
  it.each(['a1B2_c3-', 'x'.repeat(64), '0190b5a2-6f2e-7a31-9c4d-5e6f7a8b9c0d'])(
    'keeps the safe id %s',
    (id) => {
      expect(idFor(id)).toBe(id)
    },
  )

  it.each([
    undefined,
    '',
    'short',
    'x'.repeat(65),
    'line\r\nbreak',
    'trailing1\n',
    'with space',
    '<script>1',
    'ümlauts-1',
    ['first-id', 'other-id'],
  ])('generates an id instead of %j', (given) => {
    expect(idFor(given)).toMatch(/^req_[0-9a-f-]{36}$/)
  })

  it('never generates the same id twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => idFor())).size).toBe(1000)
  })
})
