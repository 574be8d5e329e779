/** What a running system exports: traces to a collector, metrics at /metrics. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../test/harness/app.ts'
import { type CollectedSpan, startCollector } from '../../test/harness/collector.ts'
import { freePort } from '../../test/harness/config.ts'
import { metricsInUse } from '../../test/harness/deploy-metrics.ts'
import { startImportApp } from '../../test/harness/import-app.ts'
import { beginImport, uploadTo, waitForFinal } from '../../test/harness/imports.ts'
import { startWorkerProcess, stopProcess, waitFor } from '../../test/harness/processes.ts'

let collector: Awaited<ReturnType<typeof startCollector>>
let app: TestApp
let worker: ReturnType<typeof startWorkerProcess>
let workerUrl: string
let token: string
let projectId: number
beforeAll(async () => {
  collector = await startCollector()
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
  }
  ;({ app, token, projectId } = await startImportApp(settings))
  const port = await freePort()
  workerUrl = `http://127.0.0.1:${port}`
  worker = startWorkerProcess(app.databaseUrl, { ...settings, INLET_WORKER_PORT: String(port) })
}, 120_000)
afterAll(async () => {
  await stopProcess(worker)
  await app.close()
  await collector.close()
}, 120_000)

const traceId = '0af7651916cd43dd8448eb211c80319c'
const read = async (url: string) => (await fetch(`${url}/metrics`)).text()
const attribute = (span: CollectedSpan | undefined, key: string) =>
  span?.attributes.find((one) => one.key === key)?.value['stringValue']

describe('telemetry', () => {
  it('traces a request into the job it enqueued, in another process', { timeout: 120_000 }, async () => {
    const one = await beginImport(app.url, token, projectId, 'insights', 'traced.txt')
    await uploadTo(one, 'some text')
    const path = `/api/v1/developer/import/insights/${one.key}/complete`
    await fetch(`${app.url}${path}`, {
      method: 'POST',
      body: '{}',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
    })
    await waitForFinal(app.deps.db, [one], 100_000)
    const mine = () => collector.spans.filter((span) => span.traceId === traceId)
    const named = (name: string) => mine().find((span) => span.name === name)
    await waitFor(async () => named('job process-insight') !== undefined)
    const request = named('POST /api/v1/developer/import/insights/:insight_key/complete')
    expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331', kind: 2, service: 'inlet-test' })
    const job = named('job process-insight')
    expect(job).toMatchObject({ parentSpanId: request?.spanId, kind: 5, service: 'inlet-worker' })
    expect(attribute(job, 'inlet.outcome')).toBe('completed')
    const inside = mine().filter((span) => span.parentSpanId === job?.spanId)
    expect(inside.map((span) => span.name)).toContain('storage PutObject')
    expect(named('storage CopyObject')?.parentSpanId).toBe(request?.spanId)
    for (const span of mine())
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
    expect(new Set(collector.headers)).toEqual(new Set(['a key']))
    expect(JSON.stringify(collector.spans)).not.toContain(one.key)
  })

  it('keeps working without the collector, and counts the dropped spans', async () => {
    collector.fail(true)
    expect((await fetch(`${app.url}/docs`)).ok).toBe(true)
    await waitFor(async () => /inlet_spans_dropped_total [1-9]/.test(await read(app.url)))
    collector.fail(false)
  })

  it('exports the metrics of the api by route template, never by id', async () => {
    await fetch(`${app.url}/api/v1/developer/import/files/0d9c3b1e-0000-4000-8000-000000000000/status`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const metrics = await read(app.url)
    expect(metrics).toMatch(/inlet_http_request_duration_seconds_count\{[^}]*route="[^"]*:wav_key[^"]*"/)
    expect(metrics).not.toContain('0d9c3b1e')
    for (const name of [
      'inlet_queue_waiting_jobs{kind="process-insight"}',
      'inlet_queue_oldest_job_age_seconds{kind="import-survey"}',
      'inlet_dead_letters 0',
      'inlet_workers_live 1',
      'inlet_stored_bytes{kind="insight",state="completed"}',
      'inlet_database_pool_wait_seconds_count',
      'inlet_database_connections_max',
      'inlet_storage_request_duration_seconds_count{operation="CopyObject"}',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(metrics).toContain(name)
  })

  it('exports the metrics of the worker on its own port', async () => {
    const metrics = await read(workerUrl)
    for (const name of [
      'inlet_job_duration_seconds_count{kind="process-insight",outcome="completed"} 1',
      'inlet_job_wait_seconds_count{kind="process-insight"} 1',
      'inlet_sandbox_runs_total{outcome="ok"}',
      'inlet_work_dir_free_bytes',
    ])
      expect(metrics).toContain(name)
  })

  it('exports every metric that alerts, dashboard and autoscaling use', async () => {
    const output = `${await read(app.url)}${await read(workerUrl)}`
    const exported = new Set([...output.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    expect(metricsInUse().filter((name) => !exported.has(name))).toEqual([])
    expect(output).toContain('inlet_process_info{process="inlet-api"} 1')
    expect(output).toContain('inlet_process_info{process="inlet-worker"} 1')
  })
})
