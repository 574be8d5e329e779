/** Operator commands on jobs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../../../test/harness/admin.ts'
import type { TestApp } from '../../../../test/harness/app.ts'
import { testEnv } from '../../../../test/harness/config.ts'
import { startImportApp } from '../../../../test/harness/import-app.ts'
import {
  beginImport,
  completeImport,
  type Import,
  readOutcome,
  uploadTo,
} from '../../../../test/harness/imports.ts'
import { beginSurvey, postSurvey, sendParts, surveyStatus } from '../../../../test/harness/survey-uploads.ts'
import { soleAttempt } from '../../../../test/harness/surveys.ts'
import { createEnqueueRaw } from '../../../platform/jobs/enqueue.ts'
import { type ListedJob, listJobs } from '../../../platform/jobs/inspect-jobs.ts'
import type { JobState } from '../../../platform/jobs/job-table.ts'
import { handleSweepRecords } from '../garbage-collection/sweep-records.handler.ts'
import { findStuck } from './find-stuck.ts'
import { retryFailedByMachine, retryJob, retryKind } from './retry-job.ts'

let app: TestApp
let token: string
let projectId: number
beforeAll(async () => {
  ;({ app, token, projectId } = await startImportApp())
}, 120_000)
afterAll(() => app.close())

const env = () => testEnv(app.databaseUrl)
const allStates: JobState[] = ['waiting', 'retry', 'running', 'failed', 'dead']
const jobs = (states = allStates, kind = 'process-file') =>
  listJobs(app.deps.db, { states, kind, limit: 100 })
const retrying = () => ({ db: app.deps.db, enqueueRaw: createEnqueueRaw(app.deps.queue.boss) })

async function importOne(name = 'a.txt', kind?: string): Promise<{ file: Import; job: ListedJob }> {
  const before = new Set((await jobs(allStates, kind)).map(({ id }) => id))
  const file = await beginImport(app.url, token, projectId, 'files', name)
  await uploadTo(file, 'text')
  await completeImport(app.url, token, file)
  const job = (await jobs(allStates, kind)).find(({ id }) => !before.has(id))
  if (!job) throw new Error('There is no job.')
  return { file, job }
}

/** Makes it a dead letter, as after the last attempt. */
async function exhaust(job: Pick<ListedJob, 'id' | 'kind'>, output: object = {}): Promise<void> {
  await sql`update job.job set retry_count = retry_limit where id = ${job.id}`.execute(app.deps.db)
  const [fetched] = await app.deps.queue.boss.fetch(job.kind)
  if (fetched?.id !== job.id) throw new Error('Another job was fetched.')
  await app.deps.queue.boss.fail(job.kind, fetched, { message: 'the disk is full', ...output })
}

/** The state after the engine and the sweeper have exhausted all attempts. */
async function giveUp({ file, job }: Awaited<ReturnType<typeof importOne>>): Promise<void> {
  await exhaust(job)
  await sql`
    update file set status = 'error', failure_code = 'gave_up', failure_message = 'x', completed_at = now()
    where key = ${file.key}`.execute(app.deps.db)
}

describe('jobs', () => {
  it('that became dead letters are listed with their reason and retried with their record', async () => {
    const one = await importOne()
    await giveUp(one)
    const [dead] = await jobs(['dead'])
    expect(dead).toMatchObject({ kind: 'process-file', state: 'dead', error: 'the disk is full' })
    const retried = await retryJob(retrying(), dead?.id ?? '')
    expect(retried).toMatchObject({ kind: 'process-file', was: 'dead', outcome: 'enqueued again' })
    expect((await readOutcome(app.deps.db, one.file)).state).toBe('processing')
    expect(await jobs(['dead'])).toEqual([])
    expect(await jobs(['failed'])).toEqual([])
    expect(await jobs()).toMatchObject([{ state: 'waiting', key: one.job.key }])
    await sql`delete from job.job where name = 'process-file'`.execute(app.deps.db)
  })

  it('that failed because of a machine are retried all at once', { timeout: 180_000 }, async () => {
    const { db } = app.deps
    const command = ['jobs', 'retry', '--failed-by', 'machine']
    const faulty = [await importOne('a.txt'), await importOne('a.wav', 'process-recording')]
    const broken = await importOne('b.txt')
    for (const { job } of faulty) await exhaust(job, { machineFault: 'no_space' })
    await exhaust(broken.job)
    const sweep = { db, enqueue: app.deps.enqueue, store: app.deps.store, mailer: undefined }
    await sql`update file set started_at = now() - interval '1 hour' where status = 'processing'`.execute(db)
    await handleSweepRecords(sweep, soleAttempt())
    const codes = async () =>
      Promise.all([...faulty, broken].map(async ({ file }) => (await readOutcome(db, file)).failure_code))
    expect(await codes()).toEqual(['machine_fault', 'machine_fault', 'gave_up'])

    const find = (since: Date | null) => retryFailedByMachine(retrying(), { since, isDryRun: true })
    expect(await find(new Date('2999-01-01'))).toEqual([])
    expect(await find(null)).toHaveLength(2)
    const dry = await runAdmin(env(), ...command, '--since', '2026-01-01', '--dry-run')
    expect(dry.err).toContain('2 jobs would be retried.')
    expect(await codes()).toEqual(['machine_fault', 'machine_fault', 'gave_up'])
    const wet = await runAdmin(env(), ...command)
    expect([wet.code, wet.err]).toEqual([0, expect.stringContaining('2 jobs retried.')])
    expect(await codes()).toEqual([null, null, 'gave_up'])
    expect(await find(null)).toEqual([])
    await sql`delete from job.job where name in ('process-file', 'process-recording', 'dead-letter')`.execute(
      db,
    )
  })

  it('of a recording are retried with the recording', async () => {
    const kind = 'process-recording'
    const one = await importOne('a.wav', kind)
    await giveUp(one)
    expect(await retryKind(retrying(), kind)).toMatchObject([
      { kind, was: 'dead', outcome: 'enqueued again' },
    ])
    expect((await readOutcome(app.deps.db, one.file)).state).toBe('processing')
    const { rows } = await sql<{ id: number }>`select id from file where key = ${one.file.key}`.execute(
      app.deps.db,
    )
    expect(await jobs(['waiting'], kind)).toMatchObject([{ key: `file:${rows[0]?.id}` }])
    await sql`delete from job.job where name = ${kind}`.execute(app.deps.db)
  })

  it('of an insight are retried with the insight', async () => {
    const kind = 'process-insight'
    const insight = await beginImport(app.url, token, projectId, 'insights', 'a.txt')
    await uploadTo(insight, 'text')
    await completeImport(app.url, token, insight)
    for (const job of await jobs(['waiting'], kind)) await exhaust(job)
    await sql`
      update insight set phase = 'failed', failure_code = 'gave_up', failure_message = 'x', completed_at = now()
      where key = ${insight.key}`.execute(app.deps.db)
    expect(await retryKind(retrying(), kind)).toMatchObject([{ kind, outcome: 'enqueued again' }])
    expect(await readOutcome(app.deps.db, insight)).toMatchObject({ state: 'processing', failure_code: null })
    await sql`delete from job.job where name = ${kind}`.execute(app.deps.db)
  })

  it('of a survey are retried with its failed parts', async () => {
    const kind = 'import-survey'
    const { upload_key: uploadKey, upload_urls: parts } = await beginSurvey(app.url, token, projectId)
    await sendParts(parts)
    await postSurvey(app.url, token, `${uploadKey}/complete`)
    for (const job of await jobs(['waiting'], kind)) await exhaust(job)
    await sql`
      with failed as (
        update survey set status = 'FAILED', error_details = '{"code": "gave_up"}' where upload_key = ${uploadKey}
        returning id)
      update survey_part set status = 'FAILED' where survey_id in (select id from failed)`.execute(
      app.deps.db,
    )
    expect(await retryKind(retrying(), kind)).toMatchObject([{ kind, outcome: 'enqueued again' }])
    expect(await surveyStatus(app.url, token, uploadKey)).toMatchObject({
      status: 'VALIDATING',
      parts: [{ status: 'UPLOADED' }],
      error_details: {},
    })
    await sql`delete from job.job where name = ${kind}`.execute(app.deps.db)
  })

  it('that wait for their next attempt start now', async () => {
    const { job } = await importOne()
    const isDue = async () => {
      const { rows } = await sql<{ is_due: boolean }>`
        select start_after <= now() as is_due from job.job where id = ${job.id}`.execute(app.deps.db)
      return rows[0]?.is_due
    }
    await sql`update job.job set start_after = now() + interval '1 hour' where id = ${job.id}`.execute(
      app.deps.db,
    )
    expect(await isDue()).toBe(false)
    expect(await retryJob(retrying(), job.id)).toMatchObject({ was: 'waiting', outcome: 'starts now' })
    expect(await isDue()).toBe(true)
    await sql`delete from job.job where name = 'process-file'`.execute(app.deps.db)
  })

  it('are retried by kind, each once', async () => {
    for (let i = 0; i < 2; i += 1) await giveUp(await importOne())
    expect(await retryKind(retrying(), 'process-file')).toHaveLength(2)
    expect(await retryKind(retrying(), 'process-file')).toHaveLength(0)
    expect(await jobs(['waiting'])).toHaveLength(2)
    await sql`delete from job.job where name = 'process-file'`.execute(app.deps.db)
  })

  it('are cancelled while queued, and unknown ids are rejected', async () => {
    const { job } = await importOne()
    expect((await runAdmin(env(), 'jobs', 'cancel', job.id)).code).toBe(0)
    expect(await jobs(['cancelled'])).toMatchObject([{ id: job.id }])
    const refused = await Promise.all([
      runAdmin(env(), 'jobs', 'cancel', job.id),
      runAdmin(env(), 'jobs', 'retry', 'nonsense'),
      runAdmin(env(), 'jobs', 'list', '--state', 'odd'),
    ])
    expect(refused.map(({ code, out }) => [code, out])).toEqual([
      [1, ''],
      [1, ''],
      [2, ''],
    ])
  })
})

describe('stuck', () => {
  it('lists stuck records with the reason and the fix', async () => {
    await sql`delete from job.job`.execute(app.deps.db)
    await sql`update file set started_at = now() - interval '1 hour' where status = 'processing'`.execute(
      app.deps.db,
    )
    const { rows: dropped } = await sql`
      select from file where status = 'processing' and kind <> 'survey'`.execute(app.deps.db)
    expect(dropped.length).toBeGreaterThan(0)
    await giveUp(await importOne())
    const late = await importOne()
    await sql`update job.job set start_after = now() - interval '1 hour' where id = ${late.job.id}`.execute(
      app.deps.db,
    )
    const abandoned = await beginImport(app.url, token, projectId, 'insights', 'b.txt')
    await sql`update insight set created_at = now() - interval '2 days' where key = ${abandoned.key}`.execute(
      app.deps.db,
    )
    await sql`insert into object_trash values ('accepted/late', now() - interval '2 hours')`.execute(
      app.deps.db,
    )
    const found = await findStuck(app.deps.db, 15)
    const ended = await runAdmin(env(), 'stuck', '--json')
    expect([ended.code, (JSON.parse(ended.out) as object[]).length]).toEqual([1, found.length])
    const reasons = (words: string) => found.filter(({ reason }) => reason.includes(words))
    expect(reasons('overdue by').map(({ id }) => id)).toEqual([late.job.id])
    expect(reasons('used up')).toHaveLength(1)
    expect(reasons('without a job')).toHaveLength(dropped.length)
    expect(reasons('never completed').map(({ id }) => id)).toEqual([abandoned.key])
    expect(reasons('deleted from the store').map(({ id }) => id)).toEqual(['accepted/late'])
    expect(found.every(({ fix }) => fix.length > 10)).toBe(true)
  })
})
