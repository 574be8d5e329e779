/** Memory and open files of a process over time, and whether they grow. */
import { readdirSync, readFileSync } from 'node:fs'

export interface MemorySample {
  /** Milliseconds since the start of the run. */
  at: number
  rssMb: number
  /** From the process's own metrics; undefined if it did not answer. */
  heapMb: number | undefined
  openFiles: number
}

export async function sampleMemory(pid: number, metricsUrl: string, at: number): Promise<MemorySample> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    at,
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024,
    heapMb: await readHeap(metricsUrl),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
  }
}

async function readHeap(metricsUrl: string): Promise<number | undefined> {
  const answer = await fetch(metricsUrl, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  const bytes = /^nodejs_heap_size_used_bytes\S* (\S+)/m.exec((await answer?.text()) ?? '')?.[1]
  return bytes === undefined ? undefined : Number(bytes) / 1024 / 1024
}

/** The smallest sample of each minute: between two garbage collections memory always grows. */
export function minuteLows(samples: readonly MemorySample[]): MemorySample[] {
  const minutes = Map.groupBy(samples, ({ at }) => Math.floor(at / 60_000))
  return [...minutes.values()].flatMap((some) => {
    const [lowest] = some.toSorted((a, b) => a.rssMb - b.rssMb)
    return lowest ? [lowest] : []
  })
}

/** Slope of the least-squares line in MB per hour. */
export function slopeMbPerHour(samples: readonly MemorySample[]): number {
  const hours = samples.map(({ at }) => at / 3_600_000)
  const meanHour = mean(hours)
  const meanRss = mean(samples.map(({ rssMb }) => rssMb))
  let covariance = 0
  let variance = 0
  for (const [i, { rssMb }] of samples.entries()) {
    const distance = (hours[i] ?? 0) - meanHour
    covariance += distance * (rssMb - meanRss)
    variance += distance * distance
  }
  return variance === 0 ? 0 : covariance / variance
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
