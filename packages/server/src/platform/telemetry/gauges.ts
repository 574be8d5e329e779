import { Gauge, type Registry } from 'prom-client'

export type { Registry }

export interface GaugeOptions {
  name: string
  help: string
  labelNames?: readonly string[]
  /** Called on every scrape. */
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>
}

/** Reports no value while its source cannot be read: a stale value would look current. */
export function registerGauge(registry: Registry, { name, help, labelNames = [], read }: GaugeOptions): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      if (labelNames.length === 0) this.remove()
      try {
        for (const { labels, value } of await read()) this.set(labels, value)
      } catch {
        // The missing value shows that the source cannot be read.
      }
    },
  })
}
