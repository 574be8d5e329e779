/** A database that does not answer: on new connections, on established ones, under load and during a shutdown. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'
import { isFull } from '../../test/harness/full.ts'
import { callApi, makeProject } from '../../test/harness/imports.ts'
import { residentMiB } from '../../test/harness/memory.ts'
import { fetchToken, makeCaller } from '../../test/harness/people.ts'
import {
  type ApiProcess,
  startApiProcess,
  startWorkerProcess,
  stopProcess,
  waitFor,
} from '../../test/harness/processes.ts'
import { countStatuses, longestMs, startLoad } from '../../test/harness/steady-load.ts'
import { startTcpProxy, type TcpProxy } from '../../test/harness/tcp-proxy.ts'
import { visitAs, visitorWith } from '../../test/harness/visitors.ts'

const perSecond = 50
const silentMs = isFull ? 60_000 : 12_000
const answerWithinMs = 5_000
const normalWithinMs = 10_000
/** Pool of the api, authentication, limiter, job engine and listener. */
const mostSessions = 10 + 3 + 2 + 1 + 1

let app: TestApp
let proxy: TcpProxy
let api: ApiProcess
let callers: Awaited<ReturnType<typeof makeCaller>>[]
beforeAll(async () => {
  app = await startTestApp()
  proxy = await startTcpProxy(app.databaseUrl)
  api = await startApiProcess(proxy.url)
  // One key may make a thousand calls a minute.
  callers = []
  for (let i = 0; i < 10; i += 1) callers.push(await makeCaller({ ...app, url: api.url }))
  await makeProject(api.url, callers[0]?.token ?? '')
})
afterAll(async () => {
  await api.stop()
  await proxy.close()
  await app.close()
})

/** Lists and tokens by turns. */
async function send(i: number): Promise<number> {
  const caller = callers[i % callers.length]
  if (!caller) throw new Error('There is no caller.')
  // A client may get a token once a second.
  if (i % 51 === 0) {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...caller.key })
    const answer = await fetch(`${api.url}/api/v1/oauth/token`, { method: 'POST', body: form })
    await answer.arrayBuffer()
    return answer.status
  }
  const answer = await callApi(api.url, caller.token, i % 2 === 0 ? '/projects' : '/files')
  await answer.arrayBuffer()
  return answer.status
}

const readSessions = async () =>
  (
    await sql<{ open: number; waiting: number }>`
      select count(*) as open, count(*) filter (where state like 'idle in transaction%') as waiting
      from pg_stat_activity where datname = current_database() and application_name in ('inlet-api', 'inlet-check')`.execute(
      app.deps.db,
    )
  ).rows[0]

const isReady = async () => (await fetch(`${api.url}/readyz`)).ok

/** Sends the load through a fault and returns what was answered before, during and after it. */
async function sufferUnderLoad(options: { isTotal: boolean }) {
  const load = startLoad(perSecond, send)
  await sleep(3_000)
  const silentAt = performance.now()
  const memoryBefore = residentMiB(api.process.pid)
  proxy.silence(options)
  await sleep(silentMs)
  const memoryAfter = residentMiB(api.process.pid)
  const recoveredAt = performance.now()
  proxy.recover()
  await sleep(normalWithinMs + 4_000)
  const answers = await load.stop()
  return {
    answers,
    before: answers.filter(({ startedAt }) => startedAt < silentAt - 500),
    // Calls that still wait when the database recovers may succeed.
    during: answers.filter(
      ({ startedAt }) => startedAt > silentAt + 5_000 && startedAt < recoveredAt - 4_000,
    ),
    after: answers.filter(({ startedAt }) => startedAt > recoveredAt + normalWithinMs),
    memoryGrowth: memoryAfter - memoryBefore,
  }
}

describe('a database that becomes silent under 50 requests per second', () => {
  it('on all connections: every call is answered within 5 s, and normal service returns within 10 s', async () => {
    const { answers, before, during, after, memoryGrowth } = await sufferUnderLoad({ isTotal: true })
    const sessions = await readSessions()
    process.stdout.write(
      `half_open=all seconds=${silentMs / 1000} calls=${answers.length} longest_ms=${Math.round(longestMs(answers))} during=${JSON.stringify(countStatuses(during))} after=${JSON.stringify(countStatuses(after))} memory_growth_mib=${Math.round(memoryGrowth)} sessions=${sessions?.open}\n`,
    )
    expect(countStatuses(before)).toEqual({ 200: before.length })
    expect(countStatuses(during)).toEqual({ 503: during.length })
    expect(during.length).toBeGreaterThan(perSecond)
    expect(countStatuses(after)).toEqual({ 200: after.length })
    expect(after.length).toBeGreaterThan(perSecond)
    expect(longestMs(answers)).toBeLessThan(answerWithinMs)
    expect(memoryGrowth).toBeLessThan(64)
    expect(sessions?.open).toBeLessThanOrEqual(mostSessions)
    expect(sessions?.waiting).toBe(0)
  }, 180_000)

  it('on established connections only: every call is answered within 5 s, and they are replaced', async () => {
    const { answers, during, after, memoryGrowth } = await sufferUnderLoad({ isTotal: false })
    const sessions = await readSessions()
    process.stdout.write(
      `half_open=established seconds=${silentMs / 1000} calls=${answers.length} longest_ms=${Math.round(longestMs(answers))} statuses=${JSON.stringify(countStatuses(answers))} memory_growth_mib=${Math.round(memoryGrowth)} sessions=${sessions?.open}\n`,
    )
    // The fault must have reached some calls, and must be over for those that started 5 s later.
    expect(countStatuses(answers)[503]).toBeGreaterThan(0)
    expect(countStatuses(during)).toEqual({ 200: during.length })
    expect(countStatuses(after)).toEqual({ 200: after.length })
    expect(longestMs(answers)).toBeLessThan(answerWithinMs)
    expect(memoryGrowth).toBeLessThan(64)
    expect(sessions?.open).toBeLessThanOrEqual(mostSessions)
    expect(sessions?.waiting).toBe(0)
  }, 180_000)
})

describe('readiness', () => {
  it('fails while established connections are dead, and returns when they are replaced', async () => {
    await waitFor(isReady)
    proxy.silence()
    expect(await isReady()).toBe(false)
    await waitFor(isReady, normalWithinMs)
    proxy.recover()
  }, 60_000)
})

describe('a slow query on every connection of the pool', () => {
  it('leaves tokens and authentication unaffected, and ends the calls that wait with 503', async () => {
    const { token, key, user } = await makeCaller({ ...app, url: api.url })
    const visitor = visitorWith(api, (await visitAs(app, user)).cookie)
    const holder = await app.deps.database.pool.connect()
    try {
      await holder.query('begin; lock table project in access exclusive mode')
      const startedAt = performance.now()
      const asked = Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0 ? callApi(api.url, token, '/projects') : visitor.get('/projects'),
      )
      await sleep(500)
      const tokenAt = performance.now()
      expect(await fetchToken(api.url, key)).toMatch(/\./)
      expect(performance.now() - tokenAt).toBeLessThan(1_000)
      const answers = await Promise.all(asked)
      expect(performance.now() - startedAt).toBeLessThan(9_000)
      for (const answer of answers) {
        expect(answer.status).toBe(503)
        expect(answer.headers.get('retry-after')).toBe('5')
        expect(await answer.json()).toMatchObject({ code: 'unavailable' })
      }
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect((await callApi(api.url, token, '/projects')).status).toBe(200)
  }, 60_000)
})

describe('SIGTERM while the database does not answer', () => {
  const shutdownSeconds = 10
  const settings = { INLET_SHUTDOWN_SECONDS: String(shutdownSeconds) }

  /** Ends the process while none of its connections answers. */
  async function endDuringSilence(child: ChildProcess, own: TcpProxy, name: string): Promise<void> {
    own.silence({ isTotal: true })
    await sleep(1_000)
    const exited = once(child, 'exit')
    const startedAt = performance.now()
    child.kill('SIGTERM')
    const [code] = (await exited) as [number | null]
    const seconds = (performance.now() - startedAt) / 1000
    process.stdout.write(
      `sigterm=${name} seconds=${seconds.toFixed(1)} limit=${shutdownSeconds} code=${code}\n`,
    )
    expect(seconds).toBeLessThan(shutdownSeconds + 0.5)
    expect(code).not.toBeNull()
  }

  it('ends an api with requests in time', async () => {
    const own = await startTcpProxy(app.databaseUrl)
    const started = await startApiProcess(own.url, { ...settings, INLET_LOG_LEVEL: 'fatal' })
    try {
      const { token } = await makeCaller({ ...app, url: started.url })
      const asked = sleep(500).then(() =>
        Promise.all(
          Array.from({ length: 10 }, () => callApi(started.url, token, '/projects').catch(() => undefined)),
        ),
      )
      await endDuringSilence(started.process, own, 'api')
      await asked
    } finally {
      await stopProcess(started.process, 'SIGKILL')
      await own.close()
    }
  }, 60_000)

  it('ends a worker in time', async () => {
    const own = await startTcpProxy(app.databaseUrl)
    const worker = startWorkerProcess(own.url, { ...settings, INLET_LOG_LEVEL: 'info' })
    try {
      let said = ''
      worker.stdout?.on('data', (chunk) => {
        said += String(chunk)
      })
      await waitFor(async () => said.includes('worker is ready'), 60_000)
      await endDuringSilence(worker, own, 'worker')
    } finally {
      await stopProcess(worker, 'SIGKILL')
      await own.close()
    }
  }, 120_000)
})
