/**
 * Runs jobs in a fixed number of slots. One loop fills the free slots and sleeps only when no job waits; a freed slot
 * wakes it.
 *
 * Fairness: the loop first claims jobs of teams that have none running, then of teams with fewer than 2, 4, 8 … So a team
 * with a thousand jobs does not starve a newcomer, and a single team still gets every slot.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job as BossJob, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { noTracer, type Tracer } from '../telemetry/tracer.ts'
import type { Binding } from './bind-handler.ts'
import type { Job } from './job.ts'
import { type AttemptContext, runAttempt } from './run-attempt.ts'

export interface WorkerOptions {
  boss: PgBoss
  bindings: readonly Binding[]
  slots: number
  log: Log
  metrics: Metrics
  tracer?: Tracer
  /** How long an idle worker sleeps between two polls. */
  pollMs?: number
  /** Asked before each poll: jobs that are not accepted stay in the queue. */
  accepts?: (job: Job) => boolean
}

export interface Worker {
  /** Claims no new jobs and waits for the running ones; those that exceed the deadline are aborted and retried. */
  stop(deadlineMs: number): Promise<void>
}

const groupLimits = [1, 2, 4, 8, 16, undefined]

export function startWorker(options: WorkerOptions): Worker {
  const { boss, bindings, slots, log, metrics, tracer = noTracer, pollMs = 400 } = options
  const { accepts = () => true } = options
  const stopping = new AbortController()
  const aborting = new AbortController()
  const context: AttemptContext = { boss, log, metrics, tracer, stopSignal: aborting.signal }
  const running = new Set<Promise<void>>()
  const bindingByQueue = new Map(bindings.map((binding) => [binding.job.name, binding]))
  let slotFreed = Promise.withResolvers<void>()
  let rotation = 0

  /** One cheap query over all queues, so that an idle worker does not query once per queue and limit. */
  async function waitingQueues(): Promise<string[]> {
    const queues = bindings.filter(({ job }) => accepts(job)).map(({ job }) => job.name)
    const { rows } = await boss.getDb().executeSql(
      `select name from unnest($1::text[]) as queue(name)
       where exists (select from job.job where job.name = queue.name and state < 'active' and start_after <= now())`,
      [queues],
    )
    return rows.map((row: { name: string }) => row.name)
  }

  async function fillFrom(queue: string): Promise<number> {
    const before = running.size
    for (const limit of groupLimits) {
      const batchSize = slots - running.size
      if (batchSize === 0) break
      const jobs = await boss.fetch<object>(queue, {
        batchSize,
        includeMetadata: true,
        ...(limit !== undefined && { groupConcurrency: limit }),
      })
      for (const job of jobs) {
        observeWait(queue, job)
        occupySlot(queue, job)
      }
    }
    return running.size - before
  }

  function observeWait(queue: string, { startAfter, startedOn }: JobWithMetadata<object>): void {
    metrics.jobWait.observe({ kind: queue }, Math.max(0, (startedOn.getTime() - startAfter.getTime()) / 1000))
  }

  function occupySlot(queue: string, job: BossJob): void {
    const binding = bindingByQueue.get(queue)
    if (!binding) throw new Error(`No handler for ${queue}.`)
    const attempt = runAttempt(context, binding, job).finally(() => {
      running.delete(attempt)
      slotFreed.resolve()
    })
    running.add(attempt)
  }

  async function fillSlots(): Promise<number> {
    let claimed = 0
    const waiting = await waitingQueues()
    // Rotates which queue comes first, so that one busy kind of job cannot take every slot.
    rotation += 1
    for (let i = 0; i < waiting.length; i += 1) {
      const queue = waiting[(i + rotation) % waiting.length]
      if (queue !== undefined && running.size < slots) claimed += await fillFrom(queue)
    }
    return claimed
  }

  async function pollQueues(): Promise<void> {
    while (!stopping.signal.aborted) {
      slotFreed = Promise.withResolvers<void>()
      if (running.size === slots) {
        await Promise.race([slotFreed.promise, aborted(stopping.signal)])
        continue
      }
      const claimed = await fillSlots().catch((error: unknown) => {
        log.error({ err: error }, 'could not fetch jobs')
        return 0
      })
      if (claimed === 0) await pause(pollMs * (0.5 + Math.random()), stopping.signal)
    }
  }

  const looping = pollQueues()

  return {
    async stop(deadlineMs) {
      stopping.abort()
      await looping
      const done = Promise.all(running)
      const isInTime = await Promise.race([done.then(() => true), sleep(deadlineMs, false, { ref: false })])
      if (isInTime) return
      log.warn('jobs did not finish in time; aborting them')
      aborting.abort(new Error('The worker is stopping.'))
      await Promise.race([done, sleep(5_000, undefined, { ref: false })])
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
