import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import {
  beginImport,
  completeImport,
  makeProject,
  readOutcome,
  uploadTo,
} from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import { handleSweep } from './sweep.handler.ts'
import { handleTidy } from './tidy.handler.ts'

let app: TestApp
let token: string
let projectId: number
beforeAll(async () => {
  app = await startTestApp()
  token = (await makeCaller(app)).token
  projectId = await makeProject(app.url, token)
})
afterAll(() => app.close())

const attempt: Attempt = {
  jobId: 'test',
  number: 0,
  signal: new AbortController().signal,
  log: pino({ level: 'silent' }),
  complete: () => Promise.resolve(),
  advance: () => Promise.resolve(),
}
const sweep = () => handleSweep(app.deps, attempt)
const age = (table: 'insight' | 'file', key: string, hours: number) =>
  sql`update ${sql.table(table)} set created_at = created_at - make_interval(hours => ${hours}) where key = ${key}`.execute(
    app.deps.db,
  )

describe('the sweeper', () => {
  it('removes imports that were begun a day ago and never completed, with what was uploaded', async () => {
    const old = await beginImport(app.url, token, projectId, 'insights', 'old.txt')
    const young = await beginImport(app.url, token, projectId, 'files', 'young.txt')
    const done = await beginImport(app.url, token, projectId, 'files', 'done.txt')
    for (const one of [old, young, done]) await uploadTo(one, 'content')
    expect(await completeImport(app.url, token, done)).toBe(200)
    await age('insight', old.key, 25)
    await age('file', young.key, 23)
    await age('file', done.key, 48)
    await sweep()
    await expect(readOutcome(app.deps.db, old)).rejects.toThrow('There is no')
    expect(await app.deps.store.head(old.descriptor.upload_fields['key'] ?? '')).toBeNull()
    expect((await readOutcome(app.deps.db, young)).state).toBe('pending_upload')
    expect(await app.deps.store.head(young.descriptor.upload_fields['key'] ?? '')).not.toBeNull()
    const kept = await readOutcome(app.deps.db, done)
    expect(kept.state).toBe('processing')
    expect(await app.deps.store.head(kept.object_key ?? '')).not.toBeNull()
  })

  it('ends a record whose job is gone, and leaves one whose job lives', async () => {
    const lost = await beginImport(app.url, token, projectId, 'files', 'lost.txt')
    const alive = await beginImport(app.url, token, projectId, 'insights', 'alive.txt')
    for (const one of [lost, alive]) {
      await uploadTo(one, 'content')
      await completeImport(app.url, token, one)
    }
    await sql`delete from job.job where name = 'process-file'`.execute(app.deps.db)
    await sweep()
    expect((await readOutcome(app.deps.db, lost)).state).toBe('processing')
    await sql`update file set started_at = now() - interval '2 minutes' where status = 'processing'`.execute(
      app.deps.db,
    )
    await sql`update insight set started_at = now() - interval '2 minutes' where phase = 'processing'`.execute(
      app.deps.db,
    )
    await sweep()
    expect(await readOutcome(app.deps.db, lost)).toMatchObject({ state: 'error', failure_code: 'gave_up' })
    expect((await readOutcome(app.deps.db, alive)).state).toBe('processing')
  })

  it('removes due objects from the store, and keeps those that are not due', async () => {
    const { store, db } = app.deps
    for (const key of ['accepted/due', 'accepted/later']) {
      await store.write(key, Buffer.from('x'), { contentType: 'text/plain', bytes: 1 })
    }
    await sql`insert into object_trash values ('accepted/due', now() - interval '1 second'), ('accepted/later', now() + interval '1 hour')`.execute(
      db,
    )
    await sweep()
    expect(await store.head('accepted/due')).toBeNull()
    expect(await store.head('accepted/later')).not.toBeNull()
  })
})

describe('the nightly tidying', () => {
  it('rotates a signing key after thirty days, and drops idle buckets and dead secrets', async () => {
    const { db } = app.deps
    await sql`insert into rate_limit values ('token-address:old', array[now() - interval '2 hours'])`.execute(
      db,
    )
    await handleTidy(app.deps, attempt)
    const keys = async () =>
      (await sql<{ n: number }>`select count(*) as n from signing_key`.execute(db)).rows[0]?.n
    expect(await keys()).toBe(1)
    await sql`update signing_key set active_from = now() - interval '31 days', created_at = now() - interval '31 days'`.execute(
      db,
    )
    await handleTidy(app.deps, attempt)
    expect(await keys()).toBe(2)
    const { rows } = await sql`select from rate_limit where bucket = 'token-address:old'`.execute(db)
    expect(rows).toEqual([])
  })
})
