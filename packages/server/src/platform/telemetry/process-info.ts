import type { Registry } from 'prom-client'
import { registerGauge } from './gauges.ts'

/** Names the process, so that an alert can tell whether any api is scraped, whatever the scrape job is called. */
export function reportProcess(
  registry: Registry,
  name: 'inlet-api' | 'inlet-worker' | 'inlet-gateway',
): void {
  registerGauge(registry, {
    name: 'inlet_process_info',
    help: 'Always 1, with the name of the process.',
    labelNames: ['process'],
    read: async () => [{ labels: { process: name }, value: 1 }],
  })
}
