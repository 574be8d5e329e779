/** Invitations and password resets by e-mail, through a real SMTP server. */
import { roles } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkIn,
  startSmtpServer,
  type TestSmtpServer,
} from '../../../../../acceptance/harness/smtp-server.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { testSecret } from '../../../test/harness/config.ts'
import { startMailWorker } from '../../../test/harness/mail-worker.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { givePassword, goodPassword, makeVisitor, visitorWith } from '../../../test/harness/visitors.ts'
import { openMailer } from '../../app/open-mailer.ts'
import { createDeploymentSecrets, retireSecrets, secretMark } from '../../platform/auth/deployment-secrets.ts'
import type { Worker } from '../../platform/jobs/worker.ts'
import { checkMail } from '../maintenance/doctor/check-mail.ts'
import { resealEverything } from '../maintenance/garbage-collection/reseal-everything.ts'

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

const newPassword = 'a short swim across the lake'
const tokenOf = (link: string) => link.split('#')[1] ?? ''
const anonymous = () => visitorWith(app, '')
const accept = (link: string, password: string) =>
  anonymous().post('/invitation', { token: tokenOf(link), password })
const askReset = (email: string) => anonymous().post('/sign-in/password-reset', { email })
const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address))
const unsentTokens = async () => {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from invitation where sealed_token is not null)
      + (select count(*) from password_reset where sealed_token is not null))::int as n`.execute(app.deps.db)
  return rows[0]?.n
}

describe('an invitation', () => {
  it('is sent once, keeps its link over failed attempts, and leaves no readable token', async () => {
    const { visitor } = await makeVisitor(app, { role: roles.admin })
    smtp.refuseNext(1)
    const invite = { name: 'Zoë Ångström', email: 'zoe@example.org', role: 0 }
    const answer = (await (await visitor.post('/team/members', invite)).json()) as {
      link: string
      is_sent: boolean
    }
    expect(answer.is_sent).toBe(true)
    await waitFor(async () => {
      await sql`update job.job set start_after = now() where name = 'send-account-mail' and state = 'retry'`.execute(
        app.deps.db,
      )
      return mailsTo(invite.email).length > 0
    })
    await waitFor(async () => (await unsentTokens()) === 0)
    const [mail] = mailsTo(invite.email)
    expect(mail && linkIn(mail)).toBe(answer.link)
    expect(mail?.raw).toMatch(/^From: Inlet <inlet@example.org>/m)
    expect(mail?.raw).toMatch(/^Message-ID: <[0-9a-f]{32}@inlet.test>/m)
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated')
    const { rows } = await sql<{ dump: string }>`
      select string_agg(data::text, '') as dump from job.job where name = 'send-account-mail'`.execute(
      app.deps.db,
    )
    expect(rows[0]?.dump).not.toContain(tokenOf(answer.link))
    expect((await accept(answer.link, newPassword)).status).toBe(200)
    expect(mailsTo(invite.email)).toHaveLength(1)
  })
})

describe('a link that waits for its e-mail', () => {
  it('is sent by a process that started before the sealing key was replaced', async () => {
    const { db, secrets } = app.deps
    const { user } = await makeVisitor(app)
    await givePassword(app, user)
    // Replaces the key, as `inlet-admin secret retire` does. The worker has the old one in memory.
    const unused = createDeploymentSecrets(db, {
      INLET_SECRET: 'k'.repeat(40),
      INLET_SECRET_PREVIOUS: testSecret,
    })
    await unused.load()
    await worker.stop(5_000)
    expect((await askReset(user.email)).status).toBe(204)
    const { visitor: admin } = await makeVisitor(app, { role: roles.admin })
    const invite = { name: 'Waiting', email: 'waiting@example.org', role: 0 }
    expect((await admin.post('/team/members', invite)).status).toBe(201)
    await waitFor(async () => (await unsentTokens()) === 2)
    await sql`update deployment_secret set last_used_at = now() - interval '1 hour'
      where mark <> ${secretMark(testSecret)}`.execute(db)
    expect(await retireSecrets(db, { secret: testSecret, reseal: resealEverything })).toBe(1)
    worker = startMailWorker(app.deps)
    await waitFor(async () => mailsTo(user.email).length === 1 && mailsTo(invite.email).length === 1)
    await secrets.load()
  })
})

describe('a password reset', () => {
  it('sends a link that works once and ends all sessions', async () => {
    const { user, visitor } = await makeVisitor(app)
    await givePassword(app, user)
    expect((await askReset(` ${user.email.toUpperCase()} `)).status).toBe(204)
    await waitFor(async () => mailsTo(user.email).length === 1)
    const [mail] = mailsTo(user.email)
    const link = mail ? linkIn(mail) : ''
    const read = await anonymous().post('/invitation/read', { token: tokenOf(link) })
    expect(await read.json()).toEqual({ name: user.name, email: user.email })
    const answers = await Promise.all([accept(link, newPassword), accept(link, newPassword)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    await waitFor(async () => (await visitor.get('/session')).status === 401)
    const signIn = (password: string) => anonymous().post('/sign-in', { email: user.email, password })
    expect((await signIn(goodPassword)).status).toBe(401)
    expect((await signIn(newPassword)).status).toBe(200)
  })

  it('answers alike for unknown, suspended and password-less accounts, and sends them nothing', async () => {
    const { user } = await makeVisitor(app)
    const { user: suspended } = await makeVisitor(app)
    await givePassword(app, suspended)
    await sql`update app_user set suspended_at = now() where id = ${suspended.id}`.execute(app.deps.db)
    for (const email of ['nobody@example.org', user.email, suspended.email])
      expect((await askReset(email)).status).toBe(204)
    expect(
      (
        await sql`select from password_reset where user_id in (${user.id}, ${suspended.id})`.execute(
          app.deps.db,
        )
      ).rows,
    ).toEqual([])
    for (const { to } of smtp.mails)
      expect([user.email, suspended.email]).not.toEqual(expect.arrayContaining(to))
  })

  it('is limited per address, ends with a change of the password, and expires within an hour', async () => {
    const { user, visitor } = await makeVisitor(app)
    await givePassword(app, user)
    const statuses: number[] = []
    for (let i = 0; i < 4; i += 1) statuses.push((await askReset(user.email)).status)
    expect(statuses).toEqual([204, 204, 204, 429])
    const reset = async () =>
      (
        await sql<{ minutes: number }>`
          select extract(epoch from expires_at - now())::float8 / 60 as minutes from password_reset
          where user_id = ${user.id}`.execute(app.deps.db)
      ).rows
    const [row] = await reset()
    expect(row?.minutes).toBeGreaterThan(58)
    expect(row?.minutes).toBeLessThanOrEqual(60)
    const change = { current_password: goodPassword, new_password: newPassword }
    expect((await visitor.post('/session/password', change)).status).toBe(204)
    expect(await reset()).toEqual([])
  })
})

it('the doctor signs in to the SMTP server', async () => {
  const check = async (url: string) => {
    const mailer = openMailer({ INLET_SMTP_URL: url, INLET_MAIL_FROM: 'inlet@example.org' })
    return mailer && (await checkMail(mailer))
  }
  expect(await check(smtp.url)).toMatchObject({ state: 'ok' })
  expect(await check(smtp.url.replace('inlet:', 'grace:'))).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('EAUTH'),
  })
  expect(await check('smtp://127.0.0.1:1')).toMatchObject({
    detail: expect.stringMatching(/ECONNREFUSED|ESOCKET/),
  })
})

it('without SMTP settings, resets are refused and invitations are passed on by hand', async () => {
  const other = await startTestApp()
  try {
    const options = await visitorWith(other, '').read<{ can_reset_password: boolean }>('/sign-in')
    expect(options.can_reset_password).toBe(false)
    const answer = await visitorWith(other, '').post('/sign-in/password-reset', { email: 'a@example.org' })
    expect(await answer.json()).toMatchObject({ code: 'mail_not_configured' })
    const { visitor } = await makeVisitor(other, { role: roles.admin })
    const invited = await visitor.post('/team/members', { name: 'Nora', email: 'nora@example.org', role: 0 })
    expect(await invited.json()).toMatchObject({ is_sent: false })
  } finally {
    await other.close()
  }
})
