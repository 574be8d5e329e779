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

/** The rule of the service: a sliding window of accepted calls, without refused ones. */
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
  it('never gets a 429 while alone on the key, and wastes little of the limit', async () => {
    const limiter = createLimiter(8)
    const service = await listenAsService(() => limiter.take().reply)
    const inlet = clientOf(service)
    const startedAt = performance.now()
    // Without retries, a single 429 would fail the test.
    await Promise.all(Array.from({ length: 40 }, () => inlet.files.status('w', { maxRetries: 0 })))
    const seconds = (performance.now() - startedAt) / 1000
    expect(seconds).toBeGreaterThan(4)
    expect(seconds).toBeLessThan(9)
  }, 30_000)

  it('reports calls, refusals and the limit of a client', async () => {
    const limiter = createLimiter(2)
    const service = await listenAsService(() => limiter.take().reply)
    const inlet = clientOf(service)
    const unused = { calls: 0, refused: 0, callsPerMinute: undefined, resumesInMs: undefined }
    expect(inlet.callUsage).toEqual(unused)
    limiter.take()
    await Promise.all([inlet.files.status('w'), inlet.files.status('w')])
    const { calls, refused, callsPerMinute } = inlet.callUsage
    expect([calls - refused, callsPerMinute]).toEqual([2, 120])
  }, 30_000)

  it('says when calls that wait for the limit are sent', async () => {
    let now = 0
    const pacer = createPacer({ limit: 1, now: () => now })
    const first = await pacer.enter('start')
    const second = pacer.enter('start')
    expect(pacer.resumesInMs).toBeUndefined()
    first.over({ status: 200, rateLimit: { ...noNews, limit: 1, windowMs: 200 } })
    const announced = pacer.resumesInMs ?? 0
    expect(announced).toBeGreaterThan(0)
    now = announced / 2
    expect(pacer.resumesInMs).toBeCloseTo(announced / 2)
    now = announced
    await second
    expect(pacer.resumesInMs).toBeUndefined()
  })

  it('respects a limit below the default from the first call on', async () => {
    const limiter = createLimiter(2)
    const service = await listenAsService(() => limiter.take().reply)
    const inlet = clientOf(service)
    await Promise.all(Array.from({ length: 5 }, () => inlet.files.status('w', { maxRetries: 0 })))
  }, 30_000)

  it('is shared by all clients of a key', async () => {
    const limiter = createLimiter(6)
    const service = await listenAsService(() => limiter.take().reply)
    const clientId = `shared-${process.pid}`
    const key = { clientId, clientSecret: 's' }
    const { Inlet } = await import('../inlet.ts')
    const inlets = Array.from({ length: 3 }, () => new Inlet({ baseUrl: service.url, ...key }))
    const six = Array.from({ length: 6 })
    await Promise.all(inlets.flatMap((inlet) => six.map(() => inlet.files.status('w', { maxRetries: 0 }))))
  }, 30_000)

  it('succeeds if others use the key too, waiting for Retry-After', async () => {
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

  it('sends completes before starts, and starts before polls', async () => {
    const pacer = createPacer()
    const order: string[] = []
    const first = await pacer.enter('start')
    const enter = async (priority: Priority, name: string) => {
      const turn = await pacer.enter(priority)
      order.push(name)
      turn.over({ status: 200, rateLimit: noNews })
    }
    const all = [
      enter('poll', 'p1'),
      enter('start', 's1'),
      enter('complete', 'c1'),
      enter('start', 's2'),
      enter('complete', 'c2'),
    ]
    first.over({ status: 200, rateLimit: { ...noNews, limit: 20, windowMs: 60_000 } })
    await Promise.all(all)
    expect(order).toEqual(['c1', 'c2', 's1', 's2', 'p1'])
  })

  it('raises the priority of calls that have waited for minutes', async () => {
    let clock = 0
    const pacer = createPacer({ now: () => clock })
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

  it('reserves a quarter of the limit for calls other than polls', async () => {
    let clock = 0
    const pacer = createPacer({ now: () => clock })
    let polls = 0
    const poll = () =>
      pacer.enter('poll').then((turn) => {
        polls += 1
        turn.over({ status: 200, rateLimit: { ...noNews, limit: 8, windowMs: 60_000 } })
      })
    for (let i = 0; i < 6; i += 1) await poll()
    const seventh = poll()
    for (let i = 0; i < 2; i += 1) (await pacer.enter('complete')).over({ status: 200, rateLimit: noNews })
    expect(polls).toBe(6)
    clock = 61_000
    ;(await pacer.enter('complete')).over({ status: 200, rateLimit: noNews })
    await seventh
    expect(polls).toBe(7)
  })

  it('limits polls to their share while other calls are made, and no longer once they are done', async () => {
    let clock = 0
    const pacer = createPacer({ now: () => clock })
    const told = { status: 200, rateLimit: { ...noNews, limit: 20, windowMs: 60_000 } }
    const work = async () => (await pacer.enter('start')).over(told)
    let polls = 0
    const poll = () =>
      pacer.enter('poll', { pollShare: 0.1 }).then((turn) => {
        polls += 1
        turn.over(told)
      })
    await work()
    await poll()
    await poll()
    const third = poll()
    await work()
    expect(polls).toBe(2)
    clock = 9000
    await work()
    expect(polls).toBe(2)
    clock = 20_000
    const fourth = poll()
    await Promise.all([third, fourth])
    expect(polls).toBe(4)
  })

  it('reports the limit once a response contains it', async () => {
    const pacer = createPacer()
    expect(pacer.callsPerMinute).toBeUndefined()
    ;(await pacer.enter('start')).over({ status: 200, rateLimit: { ...noNews, limit: 10, windowMs: 30_000 } })
    expect(pacer.callsPerMinute).toBe(20)
  })

  it('removes a cancelled call from the queue', async () => {
    const pacer = createPacer()
    const first = await pacer.enter('start')
    const impatient = pacer.enter('start', { signal: AbortSignal.timeout(20) })
    await expect(impatient).rejects.toMatchObject({ name: 'CancelledError' })
    const patient = pacer.enter('start')
    first.over()
    ;(await patient).over()
  })
})

describe('the two allowances of a key', () => {
  const headersOf = (path: string) => {
    const [name, limit] = path.includes('/import/') ? ['default', 2] : ['read', 40]
    return { 'ratelimit-policy': `"${name}";q=${limit};w=60`, ratelimit: `"${name}";r=${limit - 1};t=60` }
  }

  it('are paced separately, so that an exhausted one does not delay the other', async () => {
    const service = await listenAsService(({ path }) => ({ headers: headersOf(path) }))
    const inlet = clientOf(service)
    await inlet.files.status('w')
    await inlet.files.status('w')
    const third = inlet.files.status('w', { signal: AbortSignal.timeout(1000) })
    await Promise.all(Array.from({ length: 10 }, () => inlet.webhooks.get('w')))
    await expect(third).rejects.toMatchObject({ name: 'CancelledError' })
    expect(inlet.callUsage).toMatchObject({ calls: 12, callsPerMinute: 2 })
  })

  it('count a call that the service holds from its arrival', async () => {
    let clock = 0
    const pacer = createPacer({ limit: 2, now: () => clock })
    const rateLimit = { ...noNews, limit: 2, windowMs: 60_000 }
    ;(await pacer.enter('start')).over({ status: 200, rateLimit })
    const held = await pacer.enter('start')
    clock = 5000
    held.counted()
    clock = 66_000
    held.over({ status: 200, rateLimit: { ...rateLimit, left: 0, resetMs: 60_000 } })
    ;(await pacer.enter('start')).over({ status: 200, rateLimit })
  })
})
