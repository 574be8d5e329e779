import { describe, expect, it } from 'vitest'
import { clientOf, listenAsService, type Reply } from '../../test/loopback.ts'
import { createPacer, type Priority, type Turn } from './pacer.ts'

const windowMs = 1000
const noNews = {
  limit: undefined,
  windowMs: undefined,
  left: undefined,
  resetMs: undefined,
  retryAfterMs: undefined,
}

/** The service's own rule: a ring of accepted times, refusals not counted. */
function createLimiter(limit: number) {
  const accepted: number[] = []
  const take = (): { isAllowed: boolean; reply: Reply } => {
    const now = performance.now()
    while (accepted[0] !== undefined && accepted[0] <= now - windowMs) accepted.shift()
    const isAllowed = accepted.length < limit
    if (isAllowed) accepted.push(now)
    const resetSeconds = Math.ceil(((accepted[0] ?? now) + windowMs - now) / 1000)
    const headers = {
      'ratelimit-policy': `"default";q=${limit};w=${windowMs / 1000}`,
      ratelimit: `"default";r=${limit - accepted.length};t=${resetSeconds}`,
      ...(!isAllowed && { 'retry-after': String(Math.max(1, resetSeconds)) }),
    }
    return { isAllowed, reply: { status: isAllowed ? 200 : 429, headers, body: { code: 'rate_limited' } } }
  }
  return { take }
}

describe('the pacer', () => {
  it('never provokes a refusal while alone on the key, and wastes little of the allowance', async () => {
    const limiter = createLimiter(8)
    const service = await listenAsService(() => limiter.take().reply)
    const inlet = clientOf(service)
    const startedAt = performance.now()
    // Without retries, a single refusal would fail the test.
    await Promise.all(Array.from({ length: 40 }, () => inlet.files.status('w', { maxRetries: 0 })))
    const seconds = (performance.now() - startedAt) / 1000
    expect(seconds).toBeGreaterThan(4)
    expect(seconds).toBeLessThan(9)
  }, 30_000)

  it('holds for a key with a smaller allowance than usual from the first call on', async () => {
    const limiter = createLimiter(2)
    const service = await listenAsService(() => limiter.take().reply)
    const inlet = clientOf(service)
    await Promise.all(Array.from({ length: 5 }, () => inlet.files.status('w', { maxRetries: 0 })))
  }, 30_000)

  it('is one for all clients of a key', async () => {
    const limiter = createLimiter(6)
    const service = await listenAsService(() => limiter.take().reply)
    const clientId = `shared-${process.pid}`
    const key = { clientId, clientSecret: 's' }
    const { Inlet } = await import('../inlet.ts')
    const inlets = Array.from({ length: 3 }, () => new Inlet({ baseUrl: service.url, ...key }))
    const six = Array.from({ length: 6 })
    await Promise.all(inlets.flatMap((inlet) => six.map(() => inlet.files.status('w', { maxRetries: 0 }))))
  }, 30_000)

  it('gets through when others use the key as well, waiting as told', async () => {
    const limiter = createLimiter(6)
    const service = await listenAsService(() => limiter.take().reply)
    let isDone = false
    const other = (async () => {
      while (!isDone) {
        limiter.take()
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    })()
    const inlet = clientOf(service)
    await Promise.all(Array.from({ length: 15 }, () => inlet.files.status('w')))
    isDone = true
    await other
  }, 60_000)

  it('lets completes go before what begins, and that before polls', async () => {
    const pacer = createPacer()
    const order: string[] = []
    const first = await pacer.enter('start')
    const enter = async (priority: Priority, name: string) => {
      const turn = await pacer.enter(priority)
      order.push(name)
      turn.over({ status: 200, allowance: noNews })
    }
    const all = [
      enter('poll', 'p1'),
      enter('start', 's1'),
      enter('complete', 'c1'),
      enter('start', 's2'),
      enter('complete', 'c2'),
    ]
    first.over({ status: 200, allowance: { ...noNews, limit: 20, windowMs: 60_000 } })
    await Promise.all(all)
    expect(order).toEqual(['c1', 'c2', 's1', 's2', 'p1'])
  })

  it('moves up who has waited for minutes, so that nothing starves', async () => {
    let clock = 0
    const pacer = createPacer(() => clock)
    const first = await pacer.enter('start')
    const order: string[] = []
    const poll = pacer.enter('poll').then((turn) => settle(turn, 'poll'))
    clock = 125_000
    const start = pacer.enter('start').then((turn) => settle(turn, 'start'))
    first.over()
    await Promise.all([poll, start])
    expect(order).toEqual(['poll', 'start'])

    function settle(turn: Turn, name: string): void {
      order.push(name)
      turn.over()
    }
  })

  it('keeps a quarter of the allowance free of polls', async () => {
    let clock = 0
    const pacer = createPacer(() => clock)
    let polls = 0
    const poll = () =>
      pacer.enter('poll').then((turn) => {
        polls += 1
        turn.over({ status: 200, allowance: { ...noNews, limit: 8, windowMs: 60_000 } })
      })
    for (let i = 0; i < 6; i += 1) await poll()
    const seventh = poll()
    for (let i = 0; i < 2; i += 1) (await pacer.enter('complete')).over({ status: 200, allowance: noNews })
    expect(polls).toBe(6)
    clock = 61_000
    ;(await pacer.enter('complete')).over({ status: 200, allowance: noNews })
    await seventh
    expect(polls).toBe(7)
  })

  it('forgets who no longer waits', async () => {
    const pacer = createPacer()
    const first = await pacer.enter('start')
    const impatient = pacer.enter('start', AbortSignal.timeout(20))
    await expect(impatient).rejects.toMatchObject({ name: 'CancelledError' })
    const patient = pacer.enter('start')
    first.over()
    ;(await patient).over()
  })
})
