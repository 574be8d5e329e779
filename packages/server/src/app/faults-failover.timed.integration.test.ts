/** A standby is promoted behind a proxy while imports arrive. Commits wait for the standby, so none may be lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../../test/harness/config.ts'
import { rounds } from '../../test/harness/full.ts'
import { callApi, type Import, makeProject, uploadTo } from '../../test/harness/imports.ts'
import { makeCaller } from '../../test/harness/people.ts'
import { type PostgresPair, startPostgresPair } from '../../test/harness/postgres-pair.ts'
import { type ApiProcess, startApiProcess, waitFor } from '../../test/harness/processes.ts'
import { startTcpProxy, type TcpProxy } from '../../test/harness/tcp-proxy.ts'
import { openDatabase } from '../platform/db/database.ts'
import { type Deps, openDeps } from './deps.ts'
import { migrateDatabase } from './migrate-all.ts'

const log = pino({ level: 'fatal' })
const clients = 6
const recoveryMs = 30_000

let pair: PostgresPair
let proxy: TcpProxy
let api: ApiProcess
let deps: Deps
let callers: { token: string; projectId: number }[]
beforeAll(async () => {
  pair = await startPostgresPair()
  proxy = await startTcpProxy(pair.url())
  await migrateDatabase(proxy.url, log)
  deps = await openDeps(testConfig(proxy.url), { name: 'inlet-test', role: 'enqueue', log })
  api = await startApiProcess(proxy.url, { INLET_LOG_LEVEL: 'fatal' })
  callers = []
  for (let i = 0; i < clients; i += 1) {
    const { token } = await makeCaller({ url: api.url, deps })
    callers.push({ token, projectId: await makeProject(api.url, token) })
  }
}, 120_000)
afterAll(async () => {
  await api.stop()
  await deps.close()
  await proxy.close()
  await pair.stop()
})

interface Acknowledged {
  /** Unique per initialize. */
  name: string
  key: string
  isCompleted: boolean
}

/** Imports one file after the other. Initialize is not repeated, so that a name occurs at most once; complete is. */
async function importUntil(
  signal: AbortSignal,
  client: number,
  acknowledged: Acknowledged[],
  unexpected: number[],
): Promise<void> {
  const { token, projectId } = callers[client] ?? { token: '', projectId: 0 }
  for (let i = 0; !signal.aborted; i += 1) {
    const name = `client-${client}-${i}.txt`
    const begun = await callApi(api.url, token, '/insights/initialize', {
      project_id: projectId,
      filename: name,
    })
    const body = (await begun.json()) as Import['descriptor'] & { insight_key: string }
    if (begun.status !== 201 && begun.status !== 200) {
      if (begun.status !== 503) unexpected.push(begun.status)
      await sleep(200)
      continue
    }
    const one: Acknowledged = { name, key: body.insight_key, isCompleted: false }
    acknowledged.push(one)
    await uploadTo({ kind: 'insights', key: one.key, descriptor: body }, name)
    while (!one.isCompleted) {
      const answer = await callApi(api.url, token, `/insights/${one.key}/complete`, {})
      await answer.arrayBuffer()
      if (answer.ok) one.isCompleted = true
      else if (answer.status !== 503) {
        unexpected.push(answer.status)
        break
      } else if (signal.aborted) break
      else await sleep(200)
    }
    // Below a thousand calls per minute and key.
    await sleep(150)
  }
}

describe('a standby that is promoted under load', () => {
  it('has every acknowledged import exactly once, and the service answers within 30 s', async () => {
    const total = rounds(2, 20)
    const acknowledged: Acknowledged[] = []
    const unexpected: number[] = []
    const ending = new AbortController()
    const importing = callers.map((_, i) => importUntil(ending.signal, i, acknowledged, unexpected))
    const outages: number[] = []
    for (let round = 0; round < total; round += 1) {
      const before = acknowledged.filter(({ isCompleted }) => isCompleted).length
      await waitFor(async () => acknowledged.filter((one) => one.isCompleted).length >= before + 10)
      const failedAt = performance.now()
      await pair.failOver()
      proxy.redirect(pair.url())
      const atFailure = acknowledged.filter(({ isCompleted }) => isCompleted).length
      await waitFor(
        async () => acknowledged.filter(({ isCompleted }) => isCompleted).length > atFailure,
        recoveryMs,
      )
      outages.push(performance.now() - failedAt)
      await pair.addStandby()
    }
    ending.abort()
    await Promise.all(importing)
    const { rows } = await sql<{ name: string; key: string; phase: string; jobs: number }>`
      select i.name, i.key, i.phase,
        (select count(*) from job.job j where j.name = 'process-insight' and j.singleton_key = i.id::text) as jobs
      from insight i`.execute(deps.db)
    const byKey = new Map(rows.map((row) => [row.key, row]))
    const completed = acknowledged.filter(({ isCompleted }) => isCompleted)
    const lost = acknowledged.filter(({ key }) => !byKey.has(key))
    const undone = completed.filter(({ key }) => byKey.get(key)?.phase === 'awaiting_upload')
    const twice =
      rows.length - new Set(rows.map(({ name }) => name)).size + rows.filter(({ jobs }) => jobs > 1).length
    const longestSeconds = Math.max(...outages) / 1000
    process.stdout.write(
      `failovers=${total} acknowledged=${acknowledged.length} completed=${completed.length} lost=${lost.length} undone=${undone.length} twice=${twice} longest_outage_s=${longestSeconds.toFixed(1)}\n`,
    )
    expect(lost).toEqual([])
    expect(undone).toEqual([])
    expect(completed.every(({ key }) => byKey.get(key)?.jobs === 1)).toBe(true)
    expect(twice).toBe(0)
    expect(unexpected).toEqual([])
    expect(longestSeconds).toBeLessThan(recoveryMs / 1000)
  }, 1_200_000)
})

describe('a standby', () => {
  it('is not used: connections to it are refused until it is promoted', async () => {
    const database = openDatabase({
      url: pair.standbyUrl(),
      poolSize: 1,
      applicationName: 'test',
      profile: 'api',
      onError: () => {},
    })
    try {
      await expect(sql`select 1`.execute(database.db)).rejects.toMatchObject({ name: 'ConnectionLost' })
    } finally {
      await database.close()
    }
  })
})
