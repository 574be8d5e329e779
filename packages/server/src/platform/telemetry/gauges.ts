import { Gauge, type Registry } from 'prom-client'

export type { Registry }

export interface GaugeOptions {
  name: string
  help: string
  labelNames?: readonly string[]
  /** Asked when Prometheus asks. */
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>
}

/** Tells nothing while its source cannot be read: an old figure would look like a new one. */
export function gaugeOf(registry: Registry, { name, help, labelNames = [], read }: GaugeOptions): void {
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
        // Not being able to say is said by the absence.
      }
    },
  })
}
