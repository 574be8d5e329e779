import { describe, expect, it } from 'vitest'
import { createLocalLimiter } from './local-limiter.ts'

describe('the local limiter', () => {
  it('allows a burst of one minute, then as many calls as the limit permits', () => {
    let now = 0
    const limiter = createLocalLimiter(60, () => now)
    const allowed = () =>
      Array.from({ length: 100 }, () => limiter.take('a')).filter((one) => one.isAllowed).length
    expect(allowed()).toBe(60)
    expect(limiter.take('a')).toMatchObject({ isAllowed: false, remaining: 0, retryAfterMs: 1000 })
    now += 10_000
    expect(allowed()).toBe(10)
    now += 3_600_000
    expect(allowed()).toBe(60)
  })

  it('counts each name on its own', () => {
    const limiter = createLocalLimiter(60, () => 0)
    for (let i = 0; i < 61; i += 1) limiter.take('a')
    expect(limiter.take('a').isAllowed).toBe(false)
    expect(limiter.take('b').isAllowed).toBe(true)
  })
})
