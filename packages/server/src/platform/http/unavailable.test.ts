import { describe, expect, it } from 'vitest'
import { isUnavailable } from './unavailable.ts'

const withCode = (code: unknown) => Object.assign(new Error('x'), { code })

describe('isUnavailable', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    '08006',
    '53300',
    '57P01',
    '57P03',
    '57014',
    '55P03',
    '25P03',
    '25006',
    '40P01',
    '40001',
  ])('is true for the code %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(true)
  })

  it.each(['23505', '42P01', '57000', '22021', '40002', 'ENOENT', 'EACCES', '', 8006, undefined])(
    'is false for the code %j, which is a bug of ours',
    (code) => {
      expect(isUnavailable(withCode(code))).toBe(false)
    },
  )

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'timeout expired',
  ])('is true when the pool reports "%s"', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true)
  })

  it('follows causes and aggregated errors', () => {
    const refused = withCode('ECONNREFUSED')
    expect(isUnavailable(new Error('a', { cause: new Error('b', { cause: refused }) }))).toBe(true)
    expect(isUnavailable(new AggregateError([new Error('a'), refused]))).toBe(true)
    expect(isUnavailable(new AggregateError([new Error('a')]))).toBe(false)
  })

  it('is false for values that are not errors', () => {
    for (const thrown of [undefined, null, 'ECONNREFUSED', 5, { code: 'ECONNREFUSED' }])
      expect(isUnavailable(thrown)).toBe(false)
  })
})
