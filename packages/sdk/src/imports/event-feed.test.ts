import { describe, expect, it } from 'vitest'
import { type Asked, clientOf, listenAsService, prefix, refusal } from '../../test/loopback.ts'

const logPath = '/api/v1/developer/events'

/** A service whose imports end at a rate, with an event log that holds calls. */
async function serveImports(count: number, perSecond: number, { hasLog = true } = {}) {
  let startedAt: number | undefined
  const keys = Array.from({ length: count }, (_, i) => `k${i}`)
  const elapsedMs = () => (startedAt === undefined ? 0 : performance.now() - startedAt)
  const ended = () => Math.min(count, Math.floor((elapsedMs() / 1000) * perSecond))
  const statusOf = (i: number) => (i < ended() ? 'completed' : 'processing')
  const fileOf = (key: string, i: number) => ({
    wav_key: key,
    name: `${key}.txt`,
    status: statusOf(i),
    created_at: 'then',
    updated_at: new Date(Date.now() + (i / perSecond) * 1000 - elapsedMs()).toISOString(),
  })

  async function readLog(asked: URLSearchParams) {
    startedAt ??= performance.now()
    if (!hasLog) return refusal(403, 'forbidden')
    const after = asked.get('after') ?? '0'
    const from = after === 'latest' ? ended() : Number(after)
    const until = performance.now() + Number(asked.get('wait') ?? 0) * 1000
    while (ended() <= from && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20))
    const to = Math.min(ended(), from + 100)
    const events = keys.slice(from, to).map((wav_key) => ({
      id: `evt_${wav_key}`,
      type: 'file.completed',
      timestamp: 'now',
      data: { wav_key, status: 'completed', links: {} },
    }))
    return { body: { events, next_cursor: String(to), has_more: to < ended() } }
  }

  const rateLimit = { 'ratelimit-policy': '"default";q=1000;w=60', ratelimit: '"default";r=999;t=60' }
  const service = await listenAsService(async ({ path }) => {
    const url = new URL(path, 'http://x')
    if (url.pathname === logPath) return readLog(url.searchParams)
    startedAt ??= performance.now()
    if (url.pathname === `${prefix}/files`) {
      const offset = Number(url.searchParams.get('offset') ?? 0)
      const files = keys
        .map(fileOf)
        .reverse()
        .slice(offset, offset + 50)
      const next = offset + 50 < count ? `http://x/?offset=${offset + 50}` : null
      return { headers: rateLimit, body: { files, count, next, previous: null } }
    }
    const key = /files\/(\w+)\/status/.exec(url.pathname)?.[1] ?? ''
    const wait = Number(url.searchParams.get('wait') ?? 0)
    const until = performance.now() + wait * 1000
    const i = keys.indexOf(key)
    while (statusOf(i) !== 'completed' && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return { headers: rateLimit, body: fileOf(key, i) }
  })
  const callsOf = (test: (asked: Asked) => boolean) => service.asked.filter(test).length
  return { service, keys, callsOf }
}

describe('the event feed', () => {
  it('follows 200 imports with fewer than ten calls, with names and times in the results', async () => {
    const { service, keys, callsOf } = await serveImports(200, 40)
    const inlet = clientOf(service)
    const results = await Promise.all(keys.map((key) => inlet.files.wait(key)))
    expect(results[7]).toMatchObject({
      wav_key: 'k7',
      name: 'k7.txt',
      status: 'completed',
      created_at: 'then',
    })
    expect(results.every(({ status }) => status === 'completed')).toBe(true)
    expect(callsOf(({ path }) => path.includes('/status'))).toBe(0)
    expect(inlet.callUsage.calls).toBeLessThan(10)
  })

  it('reports the ends of a few imports at once', async () => {
    const { service, keys } = await serveImports(3, 1)
    const inlet = clientOf(service)
    const startedAt = performance.now()
    const endedAt = await Promise.all(
      keys.map((key) => inlet.files.wait(key).then(() => performance.now() - startedAt)),
    )
    for (const [i, ms] of endedAt.entries()) expect(ms - i * 1000).toBeLessThan(2500)
    expect(inlet.callUsage.calls).toBeLessThanOrEqual(6)
  })

  it('holds one status call for a single import', async () => {
    const { service, callsOf } = await serveImports(1, 0.5)
    const inlet = clientOf(service)
    expect(await inlet.files.wait('k0')).toMatchObject({ status: 'completed' })
    expect([inlet.callUsage.calls, callsOf(({ path }) => path.includes('wait=45'))]).toEqual([1, 1])
  })

  it('polls the lists if the key lacks the scope, and does not ask for events again', async () => {
    const { service, keys, callsOf } = await serveImports(20, 20, { hasLog: false })
    const inlet = clientOf(service)
    await Promise.all(keys.map((key) => inlet.files.wait(key)))
    await Promise.all(keys.map((key) => inlet.files.wait(key)))
    expect(callsOf(({ path }) => path.startsWith(logPath))).toBe(1)
  })
})
