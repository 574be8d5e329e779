import { describe, expect, it } from 'vitest'
import { createSecretBox } from '../auth/secrets.ts'
import { fingerprintOf } from './fingerprint.ts'

const request = {
  method: 'POST',
  path: '/files/{wav_key}/complete',
  params: { wav_key: 'a' },
  body: undefined,
}
const secrets = createSecretBox('a secret')
const ofBody = (body: unknown, box = secrets) => fingerprintOf({ ...request, body }, box).toString('hex')
const parse = (text: string) => JSON.parse(text) as unknown

describe('the fingerprint of a request', () => {
  it('ignores white space and the order of fields', () => {
    const first = parse('{"name": "A", "media": {"x": [1, 2], "y": null}}')
    const second = parse('{"media":{"y":null,"x":[1,2.0]},"name":"\\u0041"}')
    expect(ofBody(first)).toBe(ofBody(second))
  })

  it.each([
    ['another value', { name: 'A' }, { name: 'B' }],
    ['another type', { n: 1 }, { n: '1' }],
    ['another order of items', { list: [1, 2] }, { list: [2, 1] }],
    ['another nesting', [[1], 2], [[1, 2]]],
    ['an additional field', { name: 'A' }, { name: 'A', unknown: null }],
    ['text that looks like structure', { a: '1,"b":2' }, { a: 1, b: 2 }],
    ['an empty list and an empty object', [], {}],
  ])('distinguishes %s', (_difference, first, second) => {
    expect(ofBody(first)).not.toBe(ofBody(second))
  })

  it('distinguishes method, path and parameters', () => {
    const all = [
      request,
      { ...request, method: 'PATCH' },
      { ...request, path: '/insights/{insight_key}/complete' },
      { ...request, params: { wav_key: 'b' } },
    ].map((one) => fingerprintOf(one, secrets).toString('hex'))
    expect(new Set(all).size).toBe(all.length)
  })

  it('has a key of the deployment only where the body contains a link', () => {
    const other = createSecretBox('another secret')
    // Keys that an earlier release has recorded stay valid.
    expect(ofBody({ n: 1 })).toBe('3de99dd0eb6d133fad0082fbfe3c5f049189e92b3ada56be1b42402d89ee1d46')
    expect(ofBody({ n: 1 }, other)).toBe(ofBody({ n: 1 }))
    for (const body of [{ source_url: 'https://a.test' }, { items: [{ source_url: 'https://a.test' }] }]) {
      expect(ofBody(body, other)).not.toBe(ofBody(body))
      expect(ofBody(body)).toBe(ofBody(body))
    }
  })

  it('accepts a body of any depth', () => {
    const depth = 400_000
    expect(ofBody(parse(`${'['.repeat(depth)}${']'.repeat(depth)}`))).toHaveLength(64)
  })
})
