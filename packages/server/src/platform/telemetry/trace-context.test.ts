import { describe, expect, it } from 'vitest'
import { childOf, parseTraceparent, toTraceparent } from './trace-context.ts'

const good = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('traceparent', () => {
  it('is read and written', () => {
    const context = parseTraceparent(good)
    expect(context).toEqual({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      isSampled: true,
    })
    expect(context && toTraceparent(context)).toBe(good)
  })

  it.each([
    undefined,
    '',
    'x',
    ['a', 'b'],
    good.toUpperCase(),
    good.replace('00-', 'ff-'),
    good.replace(/-[\da-f]{32}-/, `-${'0'.repeat(32)}-`),
    good.replace(/-[\da-f]{16}-/, `-${'0'.repeat(16)}-`),
    good.slice(0, -1),
  ])('is nothing when it is %s', (value) => {
    expect(parseTraceparent(value)).toBeUndefined()
  })

  it('goes on in a child, and begins anew without a parent', () => {
    const parent = parseTraceparent(good)
    expect(childOf(parent, 0)).toMatchObject({ traceId: parent?.traceId, isSampled: true })
    expect(childOf(parent, 0).spanId).not.toBe(parent?.spanId)
    expect(childOf(undefined, 1).isSampled).toBe(true)
    expect(childOf(undefined, 0).isSampled).toBe(false)
  })
})
