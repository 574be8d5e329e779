/** System pages over HTTP. */
import { roles } from '@inlet/contract'
import type { AuditEntry, OperatorJob, QueueState } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertFileRow } from '../../../test/harness/import-rows.ts'
import { makeProject, type Reader } from '../../../test/harness/reading.ts'
import { makeVisitor, visitorWith } from '../../../test/harness/visitors.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { processFile } from '../files/files.public.ts'

let app: TestApp
let olga: Reader

beforeAll(async () => {
  app = await startTestApp()
  // The first team runs the instance unless it is configured otherwise.
  const { rows } = await sql<{ id: number; name: string }>`
    insert into team (name) overriding system value values ('Operators') returning *`.execute(app.deps.db)
  expect(rows[0]?.id).toBe(app.deps.operatorTeamId)
  olga = await makeVisitor(app, { team: rows[0] as never, role: roles.admin })
  await inTransaction(app.deps.db, async (tx) => {
    for (const fileId of [1, 2, 3])
      await app.deps.enqueue(tx, processFile, { v: 1, fileId }, { teamId: 1, key: String(fileId) })
  })
})
afterAll(() => app.close())

const gets = ['/system/queues', '/system/stuck-jobs', '/system/dead-letters', '/system/storage']

it('is for operators only', async () => {
  const ids = { ids: [crypto.randomUUID()] }
  const { visitor: admin } = await makeVisitor(app, { role: roles.admin })
  const { visitor: member } = await makeVisitor(app, { team: { id: 1 } as never, role: roles.fullSeat })
  for (const path of [...gets, '/system/failures', '/system/audit']) {
    expect((await visitorWith(app, '').get(path)).status).toBe(401)
    expect((await admin.get(path)).status, path).toBe(403)
    expect((await member.get(path)).status, path).toBe(403)
    expect((await olga.visitor.get(path)).status, path).toBe(200)
  }
  for (const path of ['/system/dead-letters/retry', '/system/dead-letters/dismiss']) {
    expect((await admin.post(path, ids)).status).toBe(403)
    expect((await olga.visitor.call('POST', path, ids, { origin: 'https://evil.example' })).status).toBe(403)
  }
  expect((await admin.post(`/system/stuck-jobs/${crypto.randomUUID()}/requeue`)).status).toBe(403)
})

it('reports queue sizes and the oldest job', async () => {
  await sql`update job.job set created_on = now() - interval '90 seconds', start_after = now() - interval '90 seconds'
    where name = 'process-file' and singleton_key = '1'`.execute(app.deps.db)
  const { queues } = await olga.visitor.read<{ queues: QueueState[] }>('/system/queues')
  const queue = queues.find(({ name }) => name === 'process-file')
  expect(queue).toMatchObject({ running: 0, waiting: 3, delayed: 0, failed: 0 })
  expect(queue?.oldest_waiting_seconds).toBeGreaterThanOrEqual(90)
  expect(queues.map(({ name }) => name)).toContain('index-text')
})

it('requeues a stuck job once and logs it in the audit log', async () => {
  await sql`update job.job set state = 'active', started_on = now() - interval '5 minutes',
    heartbeat_on = now() - interval '5 minutes' where name = 'process-file' and singleton_key = '2'`.execute(
    app.deps.db,
  )
  const { jobs } = await olga.visitor.read<{ jobs: OperatorJob[] }>('/system/stuck-jobs')
  expect(jobs).toMatchObject([{ queue: 'process-file', subject: '2' }])
  const path = `/system/stuck-jobs/${jobs[0]?.id}/requeue`
  expect((await olga.visitor.post(path)).status).toBe(200)
  const { rows } = await sql`select state::text, start_after <= now() as is_due from job.job
    where name = 'process-file' and singleton_key = '2'`.execute(app.deps.db)
  expect(rows).toEqual([{ state: 'retry', is_due: true }])
  expect((await olga.visitor.post(`/system/stuck-jobs/${crypto.randomUUID()}/requeue`)).status).toBe(409)
})

async function addDeadLetter(key: string): Promise<void> {
  await sql`
    insert into job.job (id, name, data, singleton_key, source_name, source_output, source_retry_count, keep_until)
    values (gen_random_uuid(), 'dead-letter', '{"v": 1, "fileId": 9}', ${key}, 'process-file', '{"message": "It broke."}', 4,
      now() + interval '1 day')`.execute(app.deps.db)
}

it('retries or dismisses dead letters and logs it in the audit log', async () => {
  await addDeadLetter('8')
  await addDeadLetter('9')
  const list = () => olga.visitor.read<{ jobs: OperatorJob[]; count: number }>('/system/dead-letters')
  const { jobs, count } = await list()
  expect(count).toBe(2)
  expect(jobs[0]).toMatchObject({ queue: 'process-file', attempt: 5, reason: 'It broke.' })
  const again = await olga.visitor.post('/system/dead-letters/retry', { ids: [jobs[0]?.id] })
  expect(await again.json()).toEqual({ count: 1 })
  const gone = await olga.visitor.post('/system/dead-letters/dismiss', { ids: [jobs[1]?.id] })
  expect(await gone.json()).toEqual({ count: 1 })
  expect((await list()).count).toBe(0)
  const { rows } = await sql`select from job.job where name = 'process-file' and singleton_key in ('8', '9')
    and state = 'created'`.execute(app.deps.db)
  expect(rows).toHaveLength(1)
  const { entries } = await olga.visitor.read<{ entries: AuditEntry[] }>('/system/audit')
  expect(entries.map(({ action }) => action)).toEqual([
    'operator.dismissDeadLetters',
    'operator.retryDeadLetters',
    'operator.requeueJob',
  ])
  expect(entries[0]).toMatchObject({ by: { id: olga.user.id }, details: { count: 1 } })
})

it('resumes the record of a retried job', async () => {
  const projectId = await makeProject(olga, 1)
  const key = await insertFileRow(app.deps.db, { projectId, by: olga.user }, 'failed')
  const { rows } = await sql<{ id: number }>`
    update file set failure_code = 'gave_up' where key = ${key} returning id`.execute(app.deps.db)
  await addDeadLetter(String(rows[0]?.id))
  const { jobs } = await olga.visitor.read<{ jobs: OperatorJob[] }>('/system/dead-letters')
  expect((await olga.visitor.post('/system/dead-letters/retry', { ids: [jobs[0]?.id] })).status).toBe(200)
  const after = await sql`select status, failure_code from file where key = ${key}`.execute(app.deps.db)
  expect(after.rows).toEqual([{ status: 'processing', failure_code: null }])
})

it('reports recent failures and storage usage', async () => {
  const projectId = await makeProject(olga, 1)
  await insertFileRow(app.deps.db, { projectId, by: olga.user }, 'failed')
  const { failures } = await olga.visitor.read<{ failures: object[] }>('/system/failures')
  expect(failures).toMatchObject([{ kind: 'file', code: 'damaged', message: 'The file is damaged.' }])
  expect(await olga.visitor.read('/system/storage')).toMatchObject({ states: expect.any(Array) })
})
