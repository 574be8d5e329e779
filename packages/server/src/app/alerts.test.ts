/** Alerts, dashboard and runbook speak of figures that exist, and of each other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reportFigures, reportWorkDir } from '../features/maintenance/report-figures.ts'
import type { Db } from '../platform/db/database.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = read('deploy/prometheus/alerts.yaml')
const dashboard = read('deploy/grafana/inlet.json')
const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

describe('alerts', () => {
  it('have a section each in the runbook, with what it means, where to look and what to do', () => {
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

  it('have a test each in which they fire and end', () => {
    const tests = read('deploy/prometheus/alerts.test.yaml')
    for (const name of names) expect(tests.split(`alertname: ${name}`)).toHaveLength(3)
  })
})

describe('alerts and dashboard', () => {
  it('ask for figures that are told', () => {
    const { registry } = createMetrics()
    // Nothing is read before somebody asks for the figures, so no database is needed to know their names.
    reportFigures(registry, undefined as unknown as Db)
    reportWorkDir(registry, '/')
    const told = new Set(registry.getMetricsAsArray().map(({ name }) => name))
    const asked = [...`${alerts}${dashboard}`.matchAll(/\b(inlet|nodejs|process)_[a-z0-9_]+/g)].map(
      ([name]) => name.replace(/_(bucket|count|sum)$/, ''),
    )
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter((name) => !told.has(name))).toEqual([])
  })

  it('use a dashboard that Grafana can read', () => {
    const { panels, uid } = JSON.parse(dashboard) as { uid: string; panels: { id: number; title: string }[] }
    expect(uid).toBe('inlet')
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})
