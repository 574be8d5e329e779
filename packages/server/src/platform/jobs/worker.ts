/**
 * Runs jobs in a fixed number of slots. One loop fills the free slots and sleeps only when nothing waits; a
 * slot that becomes free wakes it.
 *
 * Fairness: the loop first takes jobs of teams that have none running, then of teams with fewer than 2, 4,
 * 8 … So a team with a thousand jobs makes way for a newcomer, and alone still gets every slot.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Job as BossJob, JobWithMetadata, PgBoss } from 'pg-boss'
import { Compile } from 'typebox/compile'
import type { Tx } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { noTracer, type Span, type Tracer } from '../telemetry/tracer.ts'
import { heartbeatSeconds, type Job, type JobPayload } from './job.ts'
import { readJobTrace } from './job-trace.ts'
import { transactionDb } from './transaction-db.ts'

/** The attempt was taken away: its lease ran out and the job may already run elsewhere. */
export class StaleAttempt extends Error {
  constructor() {
    super('This attempt no longer holds its job.')
    this.name = 'StaleAttempt'
  }
}

export interface Attempt {
  jobId: string
  /** 0 for the first. */
  number: number
  /** Aborted when the worker stops or the attempt is taken away. */
  signal: AbortSignal
  log: Log
  /**
   * Ends the job inside the caller's transaction, so that its result and its end are one. Throws StaleAttempt,
   * and thereby undoes the transaction, when the job has been given to another worker meanwhile.
   */
  complete(tx: Tx): Promise<void>
  /**
   * Says inside the caller's transaction that the job got further, which gives it all its retries anew: long
   * work may be interrupted any number of times, as long as it moves. Throws StaleAttempt as `complete` does.
   * Best called last: the job's row stays locked until the commit, and heartbeats wait for it.
   */
  advance(tx: Tx): Promise<void>
}

export type Handler<J extends Job = Job> = (payload: JobPayload<J>, attempt: Attempt) => Promise<void>

export interface Binding {
  job: Job
  handle: (payload: unknown, attempt: Attempt) => Promise<void>
}

/** Ties a handler to its job; the payload is checked before the handler sees it. */
export function bindHandler<J extends Job>(job: J, handler: Handler<J>): Binding {
  const check = Compile(job.payload)
  return {
    job,
    handle(payload, attempt) {
      if (!check.Check(payload)) throw new Error(`The payload of ${job.name} does not fit its schema.`)
      return handler(payload as JobPayload<J>, attempt)
    },
  }
}

/** A job without a handler would wait for ever, and one with two would run by chance. */
export function assertEveryJobHasOneHandler(jobs: readonly Job[], bindings: readonly Binding[]): void {
  const problems = [
    ...jobs
      .filter((job) => !bindings.some((binding) => binding.job === job))
      .map((job) => `${job.name} has no handler`),
    ...bindings
      .filter(({ job }, i) => bindings.findIndex((b) => b.job === job) !== i)
      .map(({ job }) => `${job.name} has two handlers`),
    ...bindings
      .filter(({ job }) => !jobs.includes(job))
      .map(({ job }) => `${job.name} is not in the list of jobs`),
  ]
  if (problems.length > 0) throw new Error(`The worker cannot start: ${problems.join('; ')}.`)
}

export interface WorkerOptions {
  boss: PgBoss
  bindings: readonly Binding[]
  slots: number
  log: Log
  metrics: Metrics
  tracer?: Tracer
  /** How long an idle slot waits before it looks again. */
  pollMs?: number
}

export interface Worker {
  /** Takes no new jobs and waits for the running ones; those that outlast the deadline are given back. */
  stop(deadlineMs: number): Promise<void>
}

const groupLimits = [1, 2, 4, 8, 16, undefined]

export function startWorker(options: WorkerOptions): Worker {
  const { boss, bindings, slots, log, metrics, tracer = noTracer, pollMs = 400 } = options
  const stopping = new AbortController()
  const aborting = new AbortController()
  const running = new Set<Promise<void>>()
  const bindingByQueue = new Map(bindings.map((binding) => [binding.job.name, binding]))
  const queues = [...bindingByQueue.keys()]
  let slotFreed = Promise.withResolvers<void>()
  let turn = 0

  /** One cheap look at all queues, so that an idle worker asks once and not once per queue and limit. */
  async function waitingQueues(): Promise<string[]> {
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
    const work = runAttempt(binding, job).finally(() => {
      running.delete(work)
      slotFreed.resolve()
    })
    running.add(work)
  }

  async function fillSlots(): Promise<number> {
    let taken = 0
    const waiting = await waitingQueues()
    // Another queue is first each time, so that one busy kind of job cannot take every slot.
    turn += 1
    for (let i = 0; i < waiting.length; i += 1) {
      const queue = waiting[(i + turn) % waiting.length]
      if (queue !== undefined && running.size < slots) taken += await fillFrom(queue)
    }
    return taken
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      slotFreed = Promise.withResolvers<void>()
      if (running.size === slots) {
        await Promise.race([slotFreed.promise, aborted(stopping.signal)])
        continue
      }
      const taken = await fillSlots().catch((error: unknown) => {
        log.error({ err: error }, 'could not look for jobs')
        return 0
      })
      if (taken === 0) await pause(pollMs * (0.5 + Math.random()), stopping.signal)
    }
  }

  async function runAttempt(binding: Binding, job: BossJob): Promise<void> {
    const { name } = binding.job
    const attemptLog = log.child({ job: name, jobId: job.id, attempt: job.retryCount })
    const lease = holdLease(boss, name, job, attemptLog)
    const stopTimer = metrics.jobDuration.startTimer({ kind: name })
    metrics.jobsActive.inc({ kind: name })
    let isCompleted = false
    const attempt: Attempt = {
      jobId: job.id,
      number: job.retryCount,
      signal: AbortSignal.any([aborting.signal, lease.signal]),
      log: attemptLog,
      async complete(tx) {
        await completeFenced(boss, name, job, transactionDb(tx))
        isCompleted = true
      },
      advance: (tx) => advanceFenced(tx, binding.job, job),
    }
    let outcome = 'completed'
    let span: Span | undefined
    try {
      span = await beginSpan(name, job)
      await tracer.run(span, () => binding.handle(job.data, attempt))
      if (!isCompleted) await completeFenced(boss, name, job)
    } catch (error) {
      outcome = await settleFailure(error, binding, job, attemptLog)
    } finally {
      lease.release()
      metrics.jobsActive.dec({ kind: name })
      stopTimer({ outcome })
      span?.end({ 'inlet.outcome': outcome }, outcome === 'completed' ? undefined : outcome)
    }
  }

  /** A child of the request that asked for the job. */
  async function beginSpan(name: string, job: BossJob): Promise<Span | undefined> {
    if (!tracer.isOn) return undefined
    const parent = await readJobTrace(boss, name, job.id)
    const attributes = { 'inlet.job': name, 'inlet.job_id': job.id, 'inlet.attempt': job.retryCount }
    return tracer.start({ name: `job ${name}`, kind: 'consumer', parent, attributes })
  }

  async function settleFailure(
    error: unknown,
    binding: Binding,
    job: BossJob,
    attemptLog: Log,
  ): Promise<string> {
    if (error instanceof StaleAttempt) {
      attemptLog.warn('attempt was stale; its work was discarded')
      return 'stale'
    }
    attemptLog.error({ err: error }, 'attempt failed')
    const output = { message: error instanceof Error ? error.message : String(error) }
    // If even this cannot be said, the missing heartbeat will say it.
    await boss.fail(binding.job.name, job, output).catch((failure: unknown) => {
      attemptLog.error({ err: failure }, 'could not report the failed attempt')
    })
    return 'failed'
  }

  const looping = loop()

  return {
    async stop(deadlineMs) {
      stopping.abort()
      await looping
      const done = Promise.all(running)
      const isInTime = await Promise.race([done.then(() => true), sleep(deadlineMs, false, { ref: false })])
      if (isInTime) return
      log.warn('jobs did not finish in time; giving them back')
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

async function completeFenced(
  boss: PgBoss,
  name: string,
  job: BossJob,
  db?: ReturnType<typeof transactionDb>,
): Promise<void> {
  const result = (await boss.complete(name, job, null, db ? { db } : {})) as { affected?: number }
  if (result.affected !== 1) throw new StaleAttempt()
}

async function advanceFenced(tx: Tx, { name, retryLimit }: Job, job: BossJob): Promise<void> {
  const { rows } = await sql`
    update job.job set retry_limit = retry_count + ${retryLimit}
    where name = ${name} and id = ${job.id} and state = 'active' and retry_count = ${job.retryCount}
    returning id`.execute(tx)
  if (rows.length !== 1) throw new StaleAttempt()
}

/** Beats for as long as the attempt runs; a lease that is lost aborts it. */
function holdLease(boss: PgBoss, name: string, job: BossJob, log: Log) {
  const lost = new AbortController()
  const beat = setInterval(
    () => {
      boss.touch(name, job).then(
        (result) => {
          if ((result as { affected?: number }).affected === 0) lost.abort(new StaleAttempt())
        },
        (error: unknown) => log.warn({ err: error }, 'heartbeat failed'),
      )
    },
    (heartbeatSeconds * 1000) / 4,
  )
  beat.unref()
  return { signal: lost.signal, release: () => clearInterval(beat) }
}
