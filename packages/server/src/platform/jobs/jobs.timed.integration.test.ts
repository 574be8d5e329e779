import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JobBench, openJobBench } from '../../../test/harness/jobs.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { nap } from '../../../test/harness/test-jobs.ts'
import { inTransaction } from '../db/database.ts'
import { listQueueStates } from './inspect-jobs.ts'
import { maxUncountedAttempts } from './machine-fault.ts'

let bench: JobBench
let workers: ChildProcess[] = []

beforeAll(async () => {
  bench = await openJobBench()
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => stopProcess(worker, 'SIGKILL')))
  workers = []
  await sql`truncate test_attempt, test_item`.execute(bench.db)
  await sql`delete from job.job`.execute(bench.db)
})
afterAll(() => bench.close())

async function startWorker(slots?: number): Promise<ChildProcess> {
  const worker = await bench.startWorker(slots)
  workers.push(worker)
  return worker
}

function enqueueNap(label: string, ms: number, teamId = 1): Promise<void> {
  return inTransaction(bench.db, (tx) => bench.enqueue(tx, nap, { label, ms }, { teamId, key: label }))
}

describe('a job and the state change that enqueues it', () => {
  /** What every use case does: change the state, and enqueue only if the change was ours. */
  async function flip(id: number): Promise<void> {
    await inTransaction(bench.db, async (tx) => {
      const { rows } = await sql`
        update test_item set status = 'queued' where id = ${id} and status = 'new' returning id`.execute(tx)
      if (rows.length > 0)
        await bench.enqueue(tx, nap, { label: `item-${id}`, ms: 0 }, { teamId: 1, key: `item-${id}` })
    })
  }

  it('commit together: 1,000 concurrent updates of 200 rows leave exactly 200 jobs', async () => {
    await sql`insert into test_item (id) select generate_series(1, 200)`.execute(bench.db)
    await Promise.all(Array.from({ length: 1000 }, (_, i) => flip((i % 200) + 1)))
    expect(await bench.jobCount()).toBe(200)
  })

  it('roll back together: a rollback leaves no job', async () => {
    const undone = inTransaction(bench.db, async (tx) => {
      await bench.enqueue(tx, nap, { label: 'undone', ms: 0 }, { teamId: 1, key: 'undone' })
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await bench.jobCount()).toBe(0)
  })

  it('are unique per key: enqueueing a waiting job again adds none', async () => {
    await enqueueNap('same', 0)
    await enqueueNap('same', 0)
    expect(await bench.jobCount()).toBe(1)
  })
})

describe('the state of the queues', () => {
  it('has no negative ages when a job starts after the transaction that reads it', async () => {
    const states = await inTransaction(bench.db, async (tx) => {
      await sql`select now()`.execute(tx)
      await enqueueNap('late', 0)
      await sql`update job.job set state = 'active', started_on = clock_timestamp()`.execute(bench.db)
      return listQueueStates(tx)
    })
    expect(states.find(({ running }) => running > 0)).toMatchObject({ running: 1, oldest_running_seconds: 0 })
  })
})

describe('a worker that crashes', () => {
  /** Starts two workers and a job, and returns the worker that runs it. */
  async function startJobOnOneOfTwo(label: string, ms: number): Promise<ChildProcess> {
    await startWorker()
    await startWorker()
    await enqueueNap(label, ms)
    await waitFor(async () => (await bench.attempts()).length === 1)
    const [attempt] = await bench.attempts()
    const worker = workers.find(({ pid }) => pid === attempt?.pid)
    if (!worker) throw new Error(`No worker has the pid ${attempt?.pid}.`)
    return worker
  }

  it('is replaced within 15 s, and its job completes once', async () => {
    const first = await startJobOnOneOfTwo('survivor', 3_000)
    const killedAt = Date.now()
    await stopProcess(first, 'SIGKILL')
    await waitFor(async () => (await bench.attempts()).filter((row) => row.event === 'started').length === 2)
    const waitedMs = Date.now() - killedAt
    await waitFor(async () => (await bench.jobStates())['completed'] === 1)
    const finished = (await bench.attempts()).filter((row) => row.event === 'finished')
    expect(finished).toHaveLength(1)
    expect(finished[0]?.attempt).toBe(1)
    expect(waitedMs).toBeLessThan(15_000)
    process.stdout.write(`jobs restart_after_kill_ms=${waitedMs}\n`)
  })

  it('cannot complete a job that another worker has claimed: a paused attempt is discarded when it resumes', async () => {
    const frozen = await startJobOnOneOfTwo('zombie', 4_000)
    frozen.kill('SIGSTOP')
    await waitFor(async () => (await bench.jobStates())['completed'] === 1, 40_000)
    frozen.kill('SIGCONT')
    // The paused worker must prove that it is running again before the absence of a result means anything.
    await enqueueNap('after', 0)
    await waitFor(async () => (await bench.jobStates())['completed'] === 2)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const finished = (await bench.attempts()).filter(
      (row) => row.label === 'zombie' && row.event === 'finished',
    )
    expect(finished.map((row) => row.attempt)).toEqual([1])
    expect(finished[0]?.pid).not.toBe(frozen.pid)
  })
})

describe('an attempt that fails', () => {
  /** Runs a job until it has ended, without waiting between attempts. */
  async function exhaust(label: string) {
    await startWorker()
    await enqueueNap(label, 0)
    await waitFor(async () => {
      await sql`update job.job set start_after = now() where state = 'retry' and start_after > now()`.execute(
        bench.db,
      )
      return (await bench.jobStates())['failed'] === 1
    }, 60_000)
    const { rows } = await sql<{ output: { machineFault?: string }; retry_count: number }>`
      select output, retry_count from job.job where name = ${nap.name}`.execute(bench.db)
    return rows[0]
  }

  it('counts if its handler failed', async () => {
    const job = await exhaust('fails')
    expect(job?.retry_count).toBe(nap.retryLimit)
    expect(job?.output.machineFault).toBeUndefined()
  })

  it('does not count if the machine failed, within a bound', async () => {
    const job = await exhaust('no space')
    expect(job?.retry_count).toBe(nap.retryLimit + maxUncountedAttempts)
    expect(job?.output).toMatchObject({ message: 'the disk is full', machineFault: 'no_space' })
  })
})

describe('fairness between teams', () => {
  it('starts the first job of a second team within 2 s while 1,000 jobs of the first team wait', async () => {
    await inTransaction(bench.db, async (tx) => {
      for (let i = 0; i < 1000; i += 1) {
        await bench.enqueue(tx, nap, { label: `a-${i}`, ms: 400 }, { teamId: 1, key: `a-${i}` })
      }
    })
    await startWorker(4)
    await startWorker(4)
    await waitFor(async () => (await bench.attempts()).filter((row) => row.event === 'finished').length >= 8)
    const askedAt = Date.now()
    await enqueueNap('b', 0, 2)
    await waitFor(async () => (await bench.attempts()).some((row) => row.label === 'b'))
    const waitedMs = Date.now() - askedAt
    expect(waitedMs).toBeLessThan(2_000)
    process.stdout.write(`jobs second_team_starts_after_ms=${waitedMs}\n`)
  })

  it('lets a single team use at least 90 % of the slots', async () => {
    const slots = 8
    const seconds = 6
    await inTransaction(bench.db, async (tx) => {
      for (let i = 0; i < 200; i += 1) {
        await bench.enqueue(tx, nap, { label: `lone-${i}`, ms: 1_000 }, { teamId: 1, key: `lone-${i}` })
      }
    })
    await startWorker(slots / 2)
    await startWorker(slots / 2)
    await waitFor(
      async () => (await bench.attempts()).filter((row) => row.event === 'started').length >= slots,
    )
    const { rows: start } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(bench.db)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    const from = start[0]?.now.getTime() ?? 0
    const share = busyShare(await bench.attempts(), from, from + seconds * 1000, slots)
    expect(share).toBeGreaterThanOrEqual(0.9)
    process.stdout.write(`jobs lone_team_slot_share=${share.toFixed(3)}\n`)
  })
})

/** The share of the total slot time in the interval that was spent in attempts. */
function busyShare(
  rows: { label: string; event: string; at: Date }[],
  from: number,
  to: number,
  slots: number,
): number {
  const finishedAt = new Map(rows.filter((r) => r.event === 'finished').map((r) => [r.label, r.at.getTime()]))
  let busyMs = 0
  for (const row of rows.filter((r) => r.event === 'started')) {
    const end = Math.min(finishedAt.get(row.label) ?? to, to)
    busyMs += Math.max(0, end - Math.max(row.at.getTime(), from))
  }
  return busyMs / ((to - from) * slots)
}
