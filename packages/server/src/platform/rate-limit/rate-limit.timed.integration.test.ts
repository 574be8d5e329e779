/** The guarantees of the limiter, over several processes and over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import { type ApiProcess, startApiProcess } from '../../../test/harness/processes.ts'

const limit = 20
const windowMs = 60_000

let app: TestApp
let apis: ApiProcess[]
beforeAll(async () => {
  app = await startTestApp()
  apis = await Promise.all(Array.from({ length: 4 }, () => startApiProcess(app.databaseUrl)))
})
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()))
  await app.close()
})

interface Attempt {
  sentAt: number
  receivedAt: number
  status: number
  retryAfter: number
}

async function attempt(url: string, token: string): Promise<Attempt> {
  const sentAt = performance.now()
  const answer = await fetch(`${url}/api/v1/developer/import/projects?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.arrayBuffer()
  const receivedAt = performance.now()
  return {
    sentAt,
    receivedAt,
    status: answer.status,
    retryAfter: Number(answer.headers.get('retry-after') ?? 0),
  }
}

const urlOf = (i: number) => apis[i % apis.length]?.url ?? ''

describe('with four processes', () => {
  it.concurrent('LIM-1 never accepts more than 20 in any 60 s, and never rejects while there are fewer', async () => {
    const { token } = await makeCaller(app, { limit })
    const attempts: Attempt[] = []
    const seconds = rounds(65, 250)
    const target = rounds(5_000, 20_000)
    const until = performance.now() + seconds * 1000
    const pauseMs = (seconds * 1000 * 16) / target
    const hammer = async (lane: number) => {
      for (let i = lane; performance.now() < until; i += 1) {
        attempts.push(await attempt(urlOf(i), token))
        await sleep(pauseMs * (0.5 + Math.random()) * 0.7)
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, lane) => hammer(lane)))
    const accepted = attempts.filter((one) => one.status === 200).sort((a, b) => a.sentAt - b.sentAt)
    const refused = attempts.filter((one) => one.status === 429)
    expect(accepted.length + refused.length).toBe(attempts.length)
    expect(attempts.length).toBeGreaterThanOrEqual(target)
    expect(accepted.length).toBeGreaterThanOrEqual(limit * (Math.floor(seconds / 60) + 1))

    // A decision is made some time between sending and receiving. Twenty-one decisions within one minute would show
    // as 21 accepted attempts, the first sent and the last received less than a minute apart.
    const byReceived = accepted.map((one) => one.receivedAt).sort((a, b) => a - b)
    const closest = byReceived.slice(limit).map((receivedAt, i) => receivedAt - (accepted[i]?.sentAt ?? 0))
    expect(Math.min(...closest)).toBeGreaterThanOrEqual(windowMs)

    // A rejection is wrong if even the most generous count of the previous minute stays below the limit.
    const wronglyRefused = refused.filter(
      (one) =>
        accepted.filter((a) => a.receivedAt > one.sentAt - windowMs && a.sentAt < one.receivedAt).length <
        limit,
    )
    expect(wronglyRefused).toEqual([])
    process.stdout.write(
      `rate-limit attempts=${attempts.length} accepted=${accepted.length} seconds=${seconds} closest_21_ms=${Math.round(Math.min(...closest))}\n`,
    )
  }, 400_000)

  it.concurrent('LIM-2 always accepts a client that waits for Retry-After', async () => {
    const clients = await Promise.all(
      Array.from({ length: rounds(10, 40) }, () => makeCaller(app, { limit: 5 })),
    )
    const outcomes = await Promise.all(
      clients.map(async ({ token }, index) => {
        await sleep(index * 130)
        for (let i = 0; i < 5; i += 1) await attempt(urlOf(i + index), token)
        const refused = await attempt(urlOf(index), token)
        await sleep(refused.retryAfter * 1000)
        return [refused.status, (await attempt(urlOf(index + 1), token)).status]
      }),
    )
    expect(outcomes).toEqual(outcomes.map(() => [429, 200]))
  }, 150_000)
})
