/**
 * `npm run soak -- --minutes 60`: mixed load on two api processes and a worker, at a rate that uses about half of a
 * machine of two cores. Fails on any failed call, on growing memory, and if calls become slower.
 */
import type { ChildProcess } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pickPort } from '../scripts/services/ports.ts'
import { endProcess, startBin, startSystem } from '../scripts/system.ts'
import { CallTimes, p50, p99 } from './lib/call-times.ts'
import { openBenchDeps } from './lib/fixtures.ts'
import { type MemorySample, minuteLows, sampleMemory, slopeMbPerHour } from './lib/process-memory.ts'
import { type SoakLoad, startLoad } from './lib/soak-load.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '25' },
    workers: { type: 'string', default: '1' },
  },
})
const totalMs = Number(values.minutes) * 60_000
const sampleEveryMs = 10_000
/** Caches, prepared statements and the heap reach their size in this time; it is not measured. */
const warmUpMs = Math.min(totalMs / 4, 15 * 60_000)
/**
 * At 25 calls a second, half a kilobyte that stays in memory after each call is 43 MB an hour. Below that, the growth
 * of the heap after a garbage collection and of the allocator's arenas is larger than the leak.
 */
const maxSlopeMbPerHour = 40
/** Smaller growth is not a trend: V8 adds and returns pages of this size in total. It matters in short runs only. */
const minGrowthMb = 25
const maxSlowdown = 2
/** Of the median of each kind of call, which the noise of a machine changes less than the slowest calls. */
const maxMedianSlowdown = 1.5
/** Kinds with fewer calls in a third of the time have no reliable median. */
const minCallsPerThird = 100

interface Watched {
  name: string
  pid: number
  metricsUrl: string
  samples: MemorySample[]
}

async function sampleAll(watched: readonly Watched[], at: number): Promise<string> {
  const texts = await Promise.all(
    watched.map(async ({ name, pid, metricsUrl, samples }) => {
      const sample = await sampleMemory(pid, metricsUrl, at)
      samples.push(sample)
      const { rssMb, heapMb, openFiles } = sample
      return `${name} rss=${rssMb.toFixed(0)} heap=${heapMb?.toFixed(0)} files=${openFiles}`
    }),
  )
  return texts.join('  ')
}

/** The busy share of the machine since the last call, in percent. */
function busyMeter(): () => number {
  const read = () => {
    const times = cpus().map(({ times: one }) => one)
    const idle = times.reduce((sum, one) => sum + one.idle, 0)
    return {
      idle,
      all: times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.idle + one.irq, 0),
    }
  }
  let before = read()
  return () => {
    const now = read()
    const share = 1 - (now.idle - before.idle) / Math.max(1, now.all - before.all)
    before = now
    return Math.round(share * 100)
  }
}

/** Samples until the time is up. */
async function watch(watched: readonly Watched[], times: CallTimes, load: SoakLoad): Promise<void> {
  const startedAt = performance.now()
  const busyPercent = busyMeter()
  let previous = 0
  for (;;) {
    const at = performance.now() - startedAt
    if (at >= totalMs) return
    await sleep(Math.min(sampleEveryMs, totalMs - at))
    const now = performance.now() - startedAt
    const memory = await sampleAll(watched, now)
    const calls = times.between(previous, now)
    previous = now
    console.log(
      `${(now / 60_000).toFixed(1)} min  busy=${busyPercent()}%  ${memory}  calls=${calls.length} p50=${p50(calls)} p99=${p99(calls)} imported=${load.imported} changes=${load.changes} failed=${times.failures.length}`,
    )
  }
}

/** Prints each kind of call and returns those that became slower. */
function printKinds(times: CallTimes, thirdMs: number): string[] {
  const slower: string[] = []
  for (const kind of times.kinds) {
    const first = times.between(warmUpMs, warmUpMs + thirdMs, kind)
    const last = times.between(totalMs - thirdMs, totalMs, kind)
    console.log(
      `${kind.padEnd(44)} calls=${times.between(0, totalMs, kind).length} p50 first=${p50(first)} last=${p50(last)} p99 first=${p99(first)} last=${p99(last)}`,
    )
    const isReliable = Math.min(first.length, last.length) >= minCallsPerThird
    if (isReliable && p50(last) > maxMedianSlowdown * p50(first)) slower.push(kind)
  }
  return slower
}

/** True when nothing failed, grew or slowed down. */
function report(watched: readonly Watched[], times: CallTimes): boolean {
  const thirdMs = (totalMs - warmUpMs) / 3
  const slowerKinds = printKinds(times, thirdMs)
  // Uploads go to the store, which is not measured here.
  const ownKinds = times.kinds.filter((kind) => kind !== 'upload')
  const all = (from: number, until: number) => ownKinds.flatMap((kind) => times.between(from, until, kind))
  const first = p99(all(warmUpMs, warmUpMs + thirdMs))
  const last = p99(all(totalMs - thirdMs, totalMs))
  const measuredHours = (totalMs - warmUpMs) / 3_600_000
  const slopes = watched.map(({ name, samples }) => {
    const slope = slopeMbPerHour(minuteLows(samples.filter(({ at }) => at >= warmUpMs)))
    return { name, slope, isGrowing: slope > maxSlopeMbPerHour && slope * measuredHours > minGrowthMb }
  })
  for (const failure of times.failures.slice(0, 10)) console.error(`failed: ${failure}`)
  for (const { name, slope, isGrowing } of slopes)
    if (isGrowing) console.error(`failed: the memory of ${name} grows by ${slope.toFixed(0)} MB an hour`)
  const isSlower = !(last <= maxSlowdown * first)
  if (isSlower) console.error(`failed: p99 rose from ${first} ms to ${last} ms`)
  for (const kind of slowerKinds) console.error(`failed: the median of ${kind} rose`)
  console.log(
    `soak minutes=${values.minutes} requests=${times.entries.length} failed=${times.failures.length} ` +
      `rss_slope_mb_per_hour=${slopes.map(({ name, slope }) => `${name}:${slope.toFixed(1)}`).join(',')} ` +
      `p99_ms first=${first} last=${last} slower_kinds=${slowerKinds.length}`,
  )
  return (
    times.failures.length === 0 &&
    !isSlower &&
    slowerKinds.length === 0 &&
    !slopes.some(({ isGrowing }) => isGrowing)
  )
}

async function main(): Promise<void> {
  const system = await startSystem({ apis: 2, workers: 0 })
  const workers: { child: ChildProcess; port: number }[] = []
  const deps = await openBenchDeps(system.env)
  try {
    for (let i = 0; i < Number(values.workers); i += 1) {
      const port = await pickPort([])
      workers.push({ child: startBin('worker', { ...system.env, INLET_WORKER_PORT: String(port) }), port })
    }
    const watched: Watched[] = [
      ...system.apis.map((child, i) => ({
        name: `api${i + 1}`,
        pid: child.pid ?? 0,
        metricsUrl: `${system.apiUrls[i]}/metrics`,
        samples: [],
      })),
      ...workers.map(({ child, port }, i) => ({
        name: `worker${i + 1}`,
        pid: child.pid ?? 0,
        metricsUrl: `http://127.0.0.1:${port}/metrics`,
        samples: [],
      })),
    ]
    console.log(`cores=${cpus().length} rate=${values.rate}/s warm_up_min=${(warmUpMs / 60_000).toFixed(1)}`)
    const times = new CallTimes()
    const load = await startLoad({ deps, urls: system.apiUrls, times, rate: Number(values.rate) })
    try {
      await watch(watched, times, load)
    } finally {
      await load.stop()
    }
    if (!report(watched, times)) process.exitCode = 1
  } finally {
    await deps.close()
    await Promise.all(workers.map(({ child }) => endProcess(child)))
    await system.stop()
  }
}

await main()
