/** Runs one attempt of a job: heartbeats, tracing, metrics, and its completion or failure. */
import { sql } from 'kysely'
import type { Job as BossJob, PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Span, Tracer } from '../telemetry/tracer.ts'
import { type Attempt, StaleAttempt } from './attempt.ts'
import type { Binding } from './bind-handler.ts'
import { heartbeatSeconds, type Job } from './job.ts'
import { readJobTrace } from './job-trace.ts'
import { MachineFault, maxUncountedAttempts } from './machine-fault.ts'
import { transactionDb } from './transaction-db.ts'

export interface AttemptContext {
  boss: PgBoss
  log: Log
  metrics: Metrics
  tracer: Tracer
  /** Aborted when the worker stops. */
  stopSignal: AbortSignal
}

export async function runAttempt(context: AttemptContext, binding: Binding, job: BossJob): Promise<void> {
  const { boss, metrics, tracer } = context
  const { name } = binding.job
  const log = context.log.child({ job: name, jobId: job.id, attempt: job.retryCount })
  const lease = holdLease(boss, name, job, log)
  const stopTimer = metrics.jobDuration.startTimer({ kind: name })
  metrics.jobsActive.inc({ kind: name })
  let isCompleted = false
  const attempt: Attempt = {
    jobId: job.id,
    number: job.retryCount,
    signal: AbortSignal.any([context.stopSignal, lease.signal]),
    log,
    async complete(tx) {
      await completeFenced(boss, name, job, transactionDb(tx))
      isCompleted = true
    },
    advance: (tx) => advanceFenced(tx, binding.job, job),
  }
  let outcome = 'completed'
  let span: Span | undefined
  try {
    span = await startSpan(context, name, job)
    await tracer.run(span, () => binding.handle(job.data, attempt))
    if (!isCompleted) await completeFenced(boss, name, job)
  } catch (error) {
    outcome = await settleFailure(context, binding.job, { error, log, job })
  } finally {
    lease.release()
    metrics.jobsActive.dec({ kind: name })
    stopTimer({ outcome })
    span?.end({ 'inlet.outcome': outcome }, outcome === 'completed' ? undefined : outcome)
  }
}

/** A child of the request that enqueued the job. */
async function startSpan(
  { boss, tracer }: AttemptContext,
  name: string,
  job: BossJob,
): Promise<Span | undefined> {
  if (!tracer.isOn) return undefined
  const traceparent = await readJobTrace(boss, name, job.id)
  const attributes = { 'inlet.job': name, 'inlet.job_id': job.id, 'inlet.attempt': job.retryCount }
  return tracer.start({ name: `job ${name}`, kind: 'consumer', traceparent, attributes })
}

async function settleFailure(
  { boss, metrics }: AttemptContext,
  definition: Job,
  { error, log, job }: { error: unknown; log: Log; job: BossJob },
): Promise<string> {
  if (error instanceof StaleAttempt) {
    log.warn('attempt lost its lease; its result was discarded')
    return 'stale'
  }
  const fault = error instanceof MachineFault ? error.reason : undefined
  if (fault === undefined) log.error({ err: error }, 'attempt failed')
  else {
    log.error({ err: error, fault }, 'attempt failed because of this machine; it will be repeated')
    metrics.machineFaults.inc({ reason: fault })
  }
  const message = error instanceof Error ? error.message : String(error)
  try {
    if (fault !== undefined) await grantAttempt(boss, definition, job)
    await boss.fail(definition.name, job, { message, ...(fault !== undefined && { machineFault: fault }) })
  } catch (failure) {
    // The missing heartbeat ends the attempt.
    log.error({ err: failure }, 'could not report the failed attempt')
  }
  return fault === undefined ? 'failed' : 'machine_fault'
}

/** One more attempt, in place of the one that did not count. */
async function grantAttempt(boss: PgBoss, { name, retryLimit }: Job, job: BossJob): Promise<void> {
  await boss.getDb().executeSql(
    `update job.job set retry_limit = retry_limit + 1
     where name = $1 and id = $2 and state = 'active' and retry_count = $3 and retry_limit < $4`,
    [name, job.id, job.retryCount, retryLimit + maxUncountedAttempts],
  )
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

/** Sends heartbeats while the attempt runs; a lost lease aborts it. */
function holdLease(boss: PgBoss, name: string, job: BossJob, log: Log) {
  const lost = new AbortController()
  const heartbeat = setInterval(
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
  heartbeat.unref()
  return { signal: lost.signal, release: () => clearInterval(heartbeat) }
}
