/** Alerts, dashboard, autoscaling and runbook use metrics that exist, and match each other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { metricNamesIn, metricsInUse } from '../../test/harness/deploy-metrics.ts'
import { reportMetrics, reportWorkDir } from '../features/maintenance/metrics/report-metrics.ts'
import type { Db } from '../platform/db/database.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'
import { reportProcess } from '../platform/telemetry/process-info.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = read('deploy/prometheus/alerts.yaml')
const dashboard = read('deploy/grafana/inlet.json')
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

describe('alerts', () => {
  it('have a runbook section each, with the meaning, where to look and what to do', () => {
    const runbook = read('docs/runbook.md')
    const sections = new Map(
      runbook.split(/^## /m).map((section) => [section.split('\n')[0] ?? '', section] as const),
    )
    expect(names.length).toBeGreaterThanOrEqual(10)
    for (const name of names) {
      const section = sections.get(name) ?? ''
      for (const part of ['**Means:**', '**Look:**', '**Do:**']) expect(section).toContain(part)
      expect(alerts).toContain(`docs/runbook.md#${name.toLowerCase()}`)
    }
  })

  it('each have a unit test in which they fire and resolve', () => {
    const tests = read('deploy/prometheus/alerts.test.yaml')
    for (const name of names) expect(tests.split(`alertname: ${name}`)).toHaveLength(3)
  })
})

describe('alerts, dashboard and autoscaling', () => {
  it('use metrics that exist', () => {
    const { registry } = createMetrics()
    // Gauges read the database only when scraped, so none is needed to learn their names.
    reportMetrics(registry, undefined as unknown as Db)
    reportWorkDir(registry, '/')
    reportProcess(registry, 'inlet-worker')
    const reported = new Set(registry.getMetricsAsArray().map(({ name }) => name))
    const unknown = (names: string[]) => names.filter((name) => !reported.has(name))
    expect(metricsInUse().length).toBeGreaterThan(40)
    expect(unknown(metricsInUse())).toEqual([])
    expect(unknown(metricNamesIn('sum(inlet_queue_oldest_seconds)'))).toEqual(['inlet_queue_oldest_seconds'])
  })

  it('use a dashboard that Grafana can load', () => {
    const { panels, uid } = JSON.parse(dashboard) as { uid: string; panels: { id: number; title: string }[] }
    expect(uid).toBe('inlet')
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})
