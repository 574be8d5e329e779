/** A store that accepts connections and never answers: calls end, attempts are returned, and the alert fires. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../test/harness/config.ts'
import { rounds } from '../../test/harness/full.ts'
import { type ImportBench, openImportBench } from '../../test/harness/import-bench.ts'
import {
  beginImport,
  callApi,
  completeImport,
  type Import,
  readOutcome,
  uploadTo,
  waitForFinal,
} from '../../test/harness/imports.ts'
import { waitFor } from '../../test/harness/processes.ts'
import { type StoreProxy, startStoreProxy } from '../../test/harness/store-proxy.ts'
import type { StoreRequest } from '../../test/harness/store-request.ts'
import { beginSurvey, postSurvey, sendParts } from '../../test/harness/survey-uploads.ts'

const maxCompleteMs = 35_000
const maxAttemptMs = 180_000

let proxy: StoreProxy
let bench: ImportBench
let workerPort: number
const consoleCalls = vi.spyOn(console, 'warn')
beforeAll(async () => {
  proxy = await startStoreProxy()
  workerPort = await freePort()
  bench = await openImportBench({
    settings: { S3_ENDPOINT: proxy.url, S3_PUBLIC_ENDPOINT: process.env['S3_ENDPOINT'] ?? '' },
    env: { INLET_WORKER_PORT: String(workerPort), INLET_STORAGE_PROBE: 'off' },
  })
  await waitFor(async () => (await fetch(`http://127.0.0.1:${workerPort}/healthz`)).ok, 120_000)
}, 180_000)
afterAll(async () => {
  proxy.behaviour = {}
  await bench.close()
  await proxy.close()
}, 120_000)
beforeEach(() => {
  proxy.behaviour = {}
})

const stall = (isStalled: (request: StoreRequest) => boolean) => {
  proxy.behaviour = { fault: (request) => (isStalled(request) ? 'stall' : undefined) }
}

async function upload(name: string): Promise<Import> {
  const one = await beginImport(bench.app.url, bench.token, bench.projectId, 'files', name)
  expect(await uploadTo(one, 'a short text')).toBeLessThan(300)
  return one
}

async function complete({ kind, key }: Import) {
  const started = performance.now()
  const answer = await callApi(bench.app.url, bench.token, `/${kind}/${key}/complete`, {})
  await answer.arrayBuffer()
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    ms: performance.now() - started,
  }
}

/** The counter of all operations together. */
const errorsIn = (metrics: string) =>
  [...metrics.matchAll(/^inlet_storage_errors_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
const apiErrors = async () => errorsIn(await bench.app.deps.metrics.registry.metrics())
const workerErrors = async () =>
  errorsIn(await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text())

describe('complete', () => {
  it.each([
    ['every call', () => true],
    ['copies', ({ operation }: StoreRequest) => operation === 'CopyObject'],
    [
      'HEAD of the copy',
      ({ operation, key }: StoreRequest) => operation === 'HeadObject' && key.startsWith('accepted/'),
    ],
  ])(
    'answers 503 within 35 s when the store never answers %s, and works afterwards',
    {
      timeout: 120_000,
    },
    async (what, isStalled) => {
      const one = await upload('stalled.txt')
      stall(isStalled)
      const refused = await complete(one)
      process.stdout.write(
        `faults store stalls ${what}: complete answered ${refused.status} after ${(refused.ms / 1000).toFixed(1)} s\n`,
      )
      expect([refused.status, refused.retryAfter]).toEqual([503, '5'])
      expect(refused.ms).toBeLessThan(maxCompleteMs)
      proxy.behaviour = {}
      expect(await completeImport(bench.app.url, bench.token, one)).toBeLessThan(300)
    },
  )

  it('of a survey answers 503 within 35 s when the store stalls after some answers', {
    timeout: 120_000,
  }, async () => {
    const survey = await beginSurvey(bench.app.url, bench.token, bench.projectId, { num_parts: 20 })
    await sendParts(survey.upload_urls)
    let answered = 0
    stall(() => {
      answered += 1
      return answered > 25
    })
    const started = performance.now()
    const refused = await postSurvey(bench.app.url, bench.token, `${survey.upload_key}/complete`)
    expect(refused.status).toBe(503)
    expect(performance.now() - started).toBeLessThan(maxCompleteMs)
  })
})

describe('an attempt of a worker', () => {
  const isObject = ({ operation, key }: StoreRequest) =>
    operation === 'GetObject' && key.startsWith('accepted/')
  const jobOf = async ({ key }: Import) => {
    const { rows } = await sql<{ state: string; retry_count: number }>`
      select j.state::text, j.retry_count from job.job j join file f on f.id = (j.data ->> 'fileId')::bigint
      where j.name = 'process-file' and f.key = ${key}`.execute(bench.app.deps.db)
    return rows[0]
  }

  it.each([
    ['never answers', (request: StoreRequest) => (isObject(request) ? 'stall' : undefined)],
    [
      'stops in the middle of a file',
      (request: StoreRequest) => (isObject(request) ? { stallBodyAfter: 3 } : undefined),
    ],
    [
      'never answers a write',
      ({ operation }: StoreRequest) => (operation === 'PutObject' ? 'stall' : undefined),
    ],
  ] as const)(
    'is returned within 3 minutes when the store %s, and the next one succeeds',
    {
      timeout: 300_000,
    },
    async (what, fault) => {
      const errors = await workerErrors()
      proxy.behaviour = { fault }
      const one = await upload('stalled.txt')
      expect(await completeImport(bench.app.url, bench.token, one)).toBeLessThan(300)
      await waitFor(async () => (await jobOf(one))?.state === 'active', 60_000)
      const started = performance.now()
      await waitFor(
        async () => ((await jobOf(one))?.retry_count ?? 0) > 0 || (await jobOf(one))?.state === 'retry',
        maxAttemptMs,
      )
      process.stdout.write(
        `faults store ${what}: attempt returned after ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
      )
      expect(await workerErrors()).toBeGreaterThan(errors)
      expect((await readOutcome(bench.app.deps.db, one)).state).toBe('processing')
      proxy.behaviour = {}
      await waitForFinal(bench.app.deps.db, [one], 180_000)
      expect(await readOutcome(bench.app.deps.db, one)).toMatchObject({
        state: 'completed',
        failure_code: null,
      })
    },
  )
})

describe('the storage alert', () => {
  it('fires for a store that never answers: time-outs are counted as errors', {
    timeout: 300_000,
  }, async () => {
    const rules = readFileSync(join(import.meta.dirname, '../../../../deploy/prometheus/alerts.yaml'), 'utf8')
    const threshold = Number(/inlet_storage_errors_total\[5m\]\)\) > ([\d.]+)/.exec(rules)?.[1])
    expect(threshold).toBeGreaterThan(0)
    const one = await upload('alert.txt')
    stall(() => true)
    const before = await apiErrors()
    const started = performance.now()
    for (let i = 0; i < rounds(2, 10); i += 1) expect((await complete(one)).status).toBe(503)
    const perSecond = (1000 * ((await apiErrors()) - before)) / (performance.now() - started)
    process.stdout.write(`faults store stalls: ${perSecond.toFixed(3)} errors/s, alert above ${threshold}\n`)
    expect(perSecond).toBeGreaterThan(threshold)
    proxy.behaviour = {}
    const healthy = await apiErrors()
    await sleep(1)
    expect(await completeImport(bench.app.url, bench.token, one)).toBeLessThan(300)
    expect(await apiErrors()).toBe(healthy)
    // The SDK would write plain lines between those of the log.
    expect(consoleCalls).not.toHaveBeenCalled()
  })
})
