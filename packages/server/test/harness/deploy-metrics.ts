/** The metrics that alerts, dashboard, autoscaling and operator docs refer to. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

export function metricsInUse(): string[] {
  const manifests = readdirSync(join(root, 'deploy/kubernetes'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `deploy/kubernetes/${name}`)
  const files = [
    'deploy/prometheus/alerts.yaml',
    'deploy/grafana/inlet.json',
    'docs/operations.md',
    'docs/runbook.md',
    'docs/guides/sizing.md',
    ...manifests,
  ]
  return files.flatMap((file) => metricNamesIn(readFileSync(join(root, file), 'utf8')))
}

/** The base names: a histogram has no series of its own name. */
export function metricNamesIn(text: string): string[] {
  const names = [...text.matchAll(/\b(inlet|nodejs|process)_[a-z0-9_]+/g)]
  return names.map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
}
