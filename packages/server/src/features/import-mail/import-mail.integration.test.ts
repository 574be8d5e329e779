/** E-mail about imports that have ended, through a real SMTP server. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startSmtpServer,
  type TestSmtpServer,
  textOf,
} from '../../../../../acceptance/harness/smtp-server.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertFileRow, insertInsightRow } from '../../../test/harness/import-rows.ts'
import { startMailWorker } from '../../../test/harness/mail-worker.ts'
import { makeKey } from '../../../test/harness/people.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { makeProject } from '../../../test/harness/reading.ts'
import { makeVisitor } from '../../../test/harness/visitors.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Worker } from '../../platform/jobs/worker.ts'
import { forgetOutcomes, listOutcomes } from './import-outcomes.repo.ts'
import { reportImports } from './report-imports.ts'

let smtp: TestSmtpServer
let app: TestApp
let worker: Worker

beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({ INLET_SMTP_URL: smtp.url, INLET_MAIL_FROM: 'Inlet <inlet@example.org>' })
  worker = startMailWorker(app.deps)
})
afterAll(async () => {
  await worker.stop(5_000)
  await app.close()
  await smtp.close()
})

const db = () => app.deps.db
const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address)).map(textOf)
const endFile = (key: string, status: 'completed' | 'error') =>
  sql`update file set status = ${status}, completed_at = now(),
    failure_code = case when ${status} = 'error' then 'damaged' end,
    failure_message = case when ${status} = 'error' then 'The file is damaged.' end where key = ${key}`.execute(
    db(),
  )
const age = (minutes: number) =>
  sql`update import_outcome set ended_at = ended_at - make_interval(mins => ${minutes})`.execute(db())
const countOutcomes = async (userId: number) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from import_outcome where user_id = ${userId}`.execute(db())
  return rows[0]?.n
}

async function makeImporter(choice?: 'never' | 'failed' | 'finished') {
  const { user, visitor } = await makeVisitor(app)
  const projectId = await makeProject({ visitor }, 2)
  if (choice) await visitor.call('PATCH', '/session/import-mail', { choice })
  const place = { projectId, by: user }
  const work = (name: string) => insertFileRow(db(), place, 'working', { name })
  return { user, visitor, place, work }
}

/** The e-mails that are due are sent, and nothing is left to report. */
async function report(userId: number): Promise<void> {
  await reportImports(app.deps)
  await waitFor(async () => (await countOutcomes(userId)) === 0)
}

describe('ended imports', () => {
  it('are reported in one e-mail when all have ended', async () => {
    const { user, work } = await makeImporter('finished')
    const [one, two, three] = [await work('Gespräch.mp4'), await work('b.pdf'), await work('c.pdf')]
    await endFile(one, 'completed')
    await endFile(two, 'error')
    await age(2)
    expect(await reportImports(app.deps)).toBe(0)
    await endFile(three, 'completed')
    expect(await reportImports(app.deps)).toBe(0)
    await age(2)
    await report(user.id)
    await reportImports(app.deps)
    expect(mailsTo(user.email)).toHaveLength(1)
    const [text] = mailsTo(user.email)
    expect(text).toMatch(/^Subject: 1 import failed, 2 are ready/m)
    expect(text).toMatch(/b\.pdf \(Project 2\): The file is damaged\./)
    expect(text).toContain('http://inlet.test/imports')
  })

  it('are reported after half an hour although others are still being processed', async () => {
    const { user, work } = await makeImporter('finished')
    await work('long.mp4')
    await endFile(await work('short.pdf'), 'completed')
    await age(31)
    await report(user.id)
    expect(mailsTo(user.email)[0]).toMatch(/^Subject: short\.pdf is ready/m)
  })

  it('are reported only if they failed, unless the person wants more or nothing', async () => {
    const byDefault = await makeImporter()
    const silent = await makeImporter('never')
    for (const { work } of [byDefault, silent]) {
      await endFile(await work('good.pdf'), 'completed')
      await endFile(await work('bad.pdf'), 'error')
    }
    await age(2)
    await report(byDefault.user.id)
    expect(mailsTo(byDefault.user.email)[0]).toMatch(/^Subject: bad\.pdf failed/m)
    expect(await countOutcomes(silent.user.id)).toBe(0)
    expect(mailsTo(silent.user.email)).toHaveLength(0)
  })

  it('are not reported if a program imported them, they succeeded on a retry, or are gone', async () => {
    const { user, place, work } = await makeImporter()
    const { client_id } = await makeKey(app.deps, user, { kind: 'personal' })
    const { rows } = await sql<{ id: number }>`
      select id from api_key where client_id = ${client_id}`.execute(db())
    const insight = await insertInsightRow(db(), place, 'working', { keyId: rows[0]?.id ?? 0 })
    await sql`update insight set phase = 'failed', failure_code = 'damaged', failure_message = 'x'
      where key = ${insight}`.execute(db())
    expect(await countOutcomes(user.id)).toBe(0)
    const retried = await work('retried.pdf')
    await endFile(retried, 'error')
    await sql`update file set status = 'processing', failure_code = null, failure_message = null
      where key = ${retried}`.execute(db())
    await endFile(retried, 'completed')
    const deleted = await work('deleted.pdf')
    await endFile(deleted, 'error')
    await sql`delete from file where key = ${deleted}`.execute(db())
    expect(await countOutcomes(user.id)).toBe(2)
    await age(2)
    await report(user.id)
    expect(mailsTo(user.email)).toHaveLength(0)
  })

  it('are reported once the server accepts mail again, under the same id', async () => {
    const { user, work } = await makeImporter()
    await endFile(await work('bad.pdf'), 'error')
    await age(2)
    smtp.refuseNext(1)
    await reportImports(app.deps)
    await waitFor(async () => {
      await sql`update job.job set start_after = now() where name = 'send-import-mail' and state = 'retry'`.execute(
        db(),
      )
      return (await countOutcomes(user.id)) === 0
    })
    expect(mailsTo(user.email)).toHaveLength(1)
    expect(mailsTo(user.email)[0]).toMatch(/^Message-ID: <[0-9a-f]{32}@inlet\.test>/m)
  })

  it('are kept if their transaction began before that of a reported one, and committed after the report', async () => {
    const { user, work } = await makeImporter()
    await endFile(await work('first.pdf'), 'error')
    const listed = await listOutcomes(db(), user.id)
    await endFile(await work('second.pdf'), 'error')
    await sql`update import_outcome set ended_at = ended_at - interval '5 minutes' where user_id = ${user.id}
      and record_id <> ${listed[0]?.recordId}`.execute(db())
    await inTransaction(db(), (tx) => forgetOutcomes(tx, user.id, listed))
    expect(await countOutcomes(user.id)).toBe(1)
  })

  it('are not kept for people who cannot be reached', async () => {
    const { user, work } = await makeImporter()
    await endFile(await work('bad.pdf'), 'error')
    await age(25 * 60)
    expect(await reportImports({ ...app.deps, mailer: undefined })).toBe(0)
    expect(await countOutcomes(user.id)).toBe(0)
  })
})

describe('the choice', () => {
  it('is kept for the person', async () => {
    const { visitor } = await makeImporter()
    expect(await visitor.read('/session/import-mail')).toEqual({ choice: 'failed', can_send: true })
    const changed = await visitor.call('PATCH', '/session/import-mail', { choice: 'never' })
    expect(await changed.json()).toEqual({ choice: 'never', can_send: true })
    expect(await visitor.read('/session/import-mail')).toEqual({ choice: 'never', can_send: true })
    const refused = await visitor.call('PATCH', '/session/import-mail', { choice: 'always' })
    expect(refused.status).toBe(400)
  })
})
