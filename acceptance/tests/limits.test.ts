import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { get, post, prefix, requestToken } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { baseUrls } from '../harness/target.ts'

describeOurs('the rate limit', () => {
  it('LIM-1 LIM-2 accepts 20 calls per minute and key over all processes and operations, then answers 429 with Retry-After', async () => {
    const { team, email, token } = await makeCaller({ limit: 'default' })
    const other = await makeCaller({ team, email, limit: 'default' })
    const path = (i: number) => (i % 2 === 0 ? `${prefix}/projects` : `${prefix}/files`)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => get(path(i), { token })))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
    expect(refused).toHaveLength(20)
    for (const answer of answers) {
      expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=20;w=60')
      expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
    }
    for (const answer of refused) {
      expect(answer.body['error']).toEqual(expect.any(String))
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
    }
    expect((await get(`${prefix}/projects`, { token: other.token })).status).toBe(200)

    const last = await get(`${prefix}/projects`, { token })
    expect(last.status).toBe(429)
    await sleep(Number(last.headers.get('retry-after')) * 1000)
    expect((await get(`${prefix}/projects`, { token })).status).toBe(200)
  }, 180_000)

  it('LIM-1 counts calls per key, not per token, whatever their status', async () => {
    const { key, token } = await makeCaller({ limit: 6 })
    const second = String((await requestToken(key)).body['access_token'])
    const statuses: number[] = []
    for (const attempt of [
      () => get(`${prefix}/projects`, { token }),
      () => get(`${prefix}/projects`, { token: second }),
      () => post(`${prefix}/projects/create`, { token, json: {} }),
      () => get(`${prefix}/files/none/status`, { token: second }),
      () => get(`${prefix}/insights`, { token }),
      () => get(`${prefix}/files?limit=1`, { token: second }),
      () => get(`${prefix}/projects`, { token }),
      () => get(`${prefix}/projects`, { token: second }),
    ]) {
      statuses.push((await attempt()).status)
    }
    expect(statuses).toEqual([200, 200, 400, 404, 200, 200, 429, 429])
  })

  it('LIM-2 a key can have its own limit', async () => {
    const { token } = await makeCaller({ limit: 3 })
    const answers = []
    for (let i = 0; i < 4; i += 1) answers.push(await get(`${prefix}/projects`, { token }))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429])
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=2;/)
  })

  it('LIM-3 health endpoints, tokens and documentation do not count', async () => {
    const { key, token } = await makeCaller({ limit: 1 })
    for (const baseUrl of baseUrls) {
      for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs', '/.well-known/jwks.json']) {
        expect([path, (await get(path, { token, baseUrl })).status]).toEqual([path, 200])
      }
    }
    await requestToken(key)
    expect((await get(`${prefix}/projects`, { token })).status).toBe(200)
    expect((await get(`${prefix}/projects`, { token })).status).toBe(429)
  })
})
