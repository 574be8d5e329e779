/** The admin command line, run as an operator runs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '../../../../../scripts/programs/program-path.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { inheritedEnv, testEnv, testSecret } from '../../../test/harness/config.ts'
import { insertFileRow } from '../../../test/harness/import-rows.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { addMedia, makeSurvey, makeSurveyOwner } from '../../../test/harness/surveys.ts'
import {
  goodPassword,
  makeVisitor,
  type Visitor,
  visitorWith,
  workspaceOrigin,
} from '../../../test/harness/visitors.ts'
import { inviteUser } from '../../features/sign-in/invite-user.ts'
import type { Team } from '../../features/team/team.repo.ts'
import { loadKeyRing } from '../../platform/auth/signing-keys.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Ended {
  code: number | null
  out: string
  err: string
}

async function admin(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const settings = { ...inheritedEnv(), DATABASE_URL: app.databaseUrl, INLET_SECRET: testSecret, ...env }
  const child = spawn(process.execPath, [programPath('admin'), ...args], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out, err }
}

async function makeProjectOf(visitor: Visitor): Promise<number> {
  const answer = await visitor.post('/projects', { name: 'Private', redact_pii: true })
  return ((await answer.json()) as { id: number }).id
}

// Each call is a process that loads the whole service, which is slow on a busy machine.
describe('inlet-admin', { timeout: 180_000 }, () => {
  // First, because it needs an empty instance.
  it('sets up an empty instance, prints the sign-in link, and refuses a second admin', async () => {
    const env = { INLET_PUBLIC_URL: 'https://inlet.example' }
    expect(await admin(['setup', 'anna@example.org'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('INLET_PUBLIC_URL'),
    })
    const first = await admin(['setup', 'anna@example.org', '--team', 'Field work', '--json'], env)
    expect(first.code).toBe(0)
    expect(JSON.parse(first.out)).toMatchObject({
      email: 'anna@example.org',
      sign_in: expect.stringMatching(/^https:\/\/inlet\.example\/invitation#\S+$/),
      client_secret: expect.stringMatching(/^inlet_sk_/),
    })
    const { client_id } = JSON.parse(first.out) as { client_id: string }
    // Running it again helps an operator who lost the output of the first run, and adds no second key.
    const again = await admin(['setup', 'anna@example.org', '--json'], env)
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('inlet-admin key create --user') })
    expect(JSON.parse(again.out)).toMatchObject({ client_id, sign_in: expect.any(String) })
    expect(again.out).not.toContain('client_secret')
    expect((await admin(['key', 'revoke', client_id])).code).toBe(0)
    expect((await admin(['setup', 'anna@example.org'], env)).out).toContain('client_secret')
    const other = await admin(['setup', 'eve@example.org'], env)
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('already set up') })
    expect((await admin(['team', 'list'])).out.match(/Field work/g)).toHaveLength(1)
  })

  it('creates a team, a user and a key, and prints the secret once', async () => {
    const team = await admin(['team', 'create', 'Café & Söhne', '--json'])
    expect(team.code).toBe(0)
    const { id } = JSON.parse(team.out) as { id: number }
    expect(
      (await admin(['user', 'create', 'zoë@example.org', '--team', String(id), '--role', 'admin'])).code,
    ).toBe(0)
    const key = await admin(['key', 'create', '--user', 'ZOË@example.org', '--name', 'nightly'])
    expect(key).toMatchObject({ code: 0, err: expect.stringContaining('not shown again') })
    const secret = /client_secret\s+(\S+)/.exec(key.out)?.[1] ?? ''
    expect(secret).toMatch(/^inlet_sk_/)
    const listed = await admin(['key', 'list', '--team', String(id)])
    expect(listed.out).toContain('nightly')
    expect(listed.out).not.toContain(secret)
    const { rows } = await sql<{ dump: string }>`
      select string_agg(k::text || s::text, '') as dump from api_key k, api_key_secret s`.execute(app.deps.db)
    expect(rows[0]?.dump).not.toContain(secret)
  })

  it("creates an invitation link that works once, and ends the user's sessions", async () => {
    const { id } = JSON.parse((await admin(['team', 'create', 'Invited', '--json'])).out) as { id: number }
    const email = 'grace@example.org'
    await admin(['user', 'create', email, '--name', 'Grace Hopper', '--team', String(id), '--role', 'full'])
    const invite = () => admin(['user', 'invite', email, '--json'], { INLET_PUBLIC_URL: workspaceOrigin })
    expect(await admin(['user', 'invite', email])).toMatchObject({
      code: 1,
      err: expect.stringContaining('INLET_PUBLIC_URL'),
    })
    const tokenOf = ({ out }: Ended) => {
      const { link } = JSON.parse(out) as { link: string }
      expect(link).toMatch(/^http:\/\/inlet\.test\/invitation#inlet_in_[\w-]{43}$/)
      return link.split('#')[1] ?? ''
    }
    const replaced = tokenOf(await invite())
    const token = tokenOf(await invite())
    const anonymous = visitorWith(app, '')
    const read = (one: string) => anonymous.post('/invitation/read', { token: one })
    expect((await read(replaced)).status).toBe(400)
    expect(await (await read(token)).json()).toEqual({ name: 'Grace Hopper', email })
    const accept = (password: string) => anonymous.post('/invitation', { token, password })
    const weak = await accept('grace.hopper')
    expect(await weak.json()).toMatchObject({ details: [{ field: 'password' }] })
    const answers = await Promise.all([accept(goodPassword), accept(goodPassword)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    const { rows } = await sql`
      select from invitation i join app_user u on u.id = i.user_id where u.email = ${email}`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([])
    const answer = await anonymous.post('/sign-in', { email, password: goodPassword })
    const visitor = visitorWith(app, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '')
    expect((await visitor.get('/session')).status).toBe(200)
    const ended = await admin(['user', 'sign-out', email, '--json'])
    expect(JSON.parse(ended.out)).toEqual({ email, ended_sessions: 2 })
    await waitFor(async () => (await visitor.get('/session')).status === 401, 10_000)
    await admin(['user', 'suspend', email])
    expect(await invite()).toMatchObject({ code: 1, err: expect.stringContaining('suspended') })
  })
})

describe('invitations and recordings in inlet-admin', { timeout: 180_000 }, () => {
  it('expires an invitation after a week, and ends open sessions when it is used', async () => {
    const { user, visitor } = await makeVisitor(app)
    const invite = () => inviteUser(app.deps, { userId: user.id, publicUrl: workspaceOrigin })
    const first = await invite()
    const days = ((first.expires_at?.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
    await sql`update invitation set expires_at = now() where user_id = ${user.id}`.execute(app.deps.db)
    const token = first.link.split('#')[1] ?? ''
    const accept = (one: string) =>
      visitorWith(app, '').post('/invitation', { token: one, password: goodPassword })
    expect((await accept(token)).status).toBe(400)
    const second = (await invite()).link.split('#')[1] ?? ''
    expect((await accept(second)).status).toBe(200)
    await waitFor(async () => (await visitor.get('/session')).status === 401, 10_000)
  })

  it('gives an admin of the team access to the upload of a recording, and records the reason', async () => {
    const { visitor, user } = await makeVisitor(app, { role: 3 })
    const projectId = await makeProjectOf(visitor)
    const key = await insertFileRow(app.deps.db, { projectId, by: user }, 'ready', { kind: 'audio' })
    const { rows } = await sql<{ object_key: string }>`
      select object_key from file where key = ${key}`.execute(app.deps.db)
    const { client, bucket } = app.deps.store
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: rows[0]?.object_key, Body: 'what was said' }),
    )
    const open = (by: string, reason: string) =>
      admin(
        ['recording', 'original', key, '--by', by, '--reason', reason, '--json'],
        testEnv(app.databaseUrl),
      )
    const stranger = (await makeVisitor(app, { role: 3 })).user
    const colleague = (await makeVisitor(app, { team: { id: user.team_id } as Team })).user
    for (const one of [stranger, colleague])
      expect(await open(one.email, 'curious')).toMatchObject({ code: 1, out: '' })
    expect(await open(user.email, '  ')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--reason must not be blank'),
    })
    const opened = await open(user.email, 'requested by the participant')
    expect(opened).toMatchObject({ code: 0, err: expect.stringContaining('recorded in the audit log') })
    const { url, expires_at } = JSON.parse(opened.out) as { url: string; expires_at: string }
    expect(await (await fetch(url)).text()).toBe('what was said')
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('600')
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now())
    const audit = await sql<object>`
      select user_id, action, subject, details from audit_entry where subject like ${`%${key}`}`.execute(
      app.deps.db,
    )
    expect(audit.rows).toMatchObject([
      {
        user_id: user.id,
        action: 'operator.openOriginal',
        subject: `file ${key}`,
        details: { reason: 'requested by the participant', operator: expect.any(String) },
      },
    ])
    await sql`update file set original_deleted_at = now() where key = ${key}`.execute(app.deps.db)
    expect(await open(user.email, 'again')).toMatchObject({
      code: 1,
      err: expect.stringContaining('deleted'),
    })
  })
})

describe('originals of survey media', { timeout: 180_000 }, () => {
  it('are opened by the id of the media file', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const surveyId = await makeSurvey(app.deps, { owner, parts: ['q\n1\n'] })
    await addMedia(app.deps, surveyId, 'clip.webm', 'what was shown')
    const { rows } = await sql<{ id: number }>`
      update survey_media set status = 'LINKED', media_level = 'RESPONDENT', respondent_id = 1
      where survey_id = ${surveyId} returning id`.execute(app.deps.db)
    const { user } = await makeVisitor(app, { role: 3, team: { id: owner.teamId } as Team })
    const command = [
      'recording',
      'original',
      String(rows[0]?.id),
      '--by',
      user.email,
      '--reason',
      'asked',
      '--json',
    ]
    const opened = await admin(command, testEnv(app.databaseUrl))
    const { name, url } = JSON.parse(opened.out) as { name: string; url: string }
    expect(name).toBe('clip.webm')
    expect(await (await fetch(url)).text()).toBe('what was shown')
  })
})

describe('output of inlet-admin', { timeout: 180_000 }, () => {
  it('prints data to stdout and messages to stderr, also for an empty list', async () => {
    const { id } = JSON.parse((await admin(['team', 'create', 'Empty', '--json'])).out) as { id: number }
    expect(await admin(['project', 'list', '--team', String(id)])).toEqual({
      code: 0,
      out: '',
      err: 'Nothing found.\n',
    })
    expect((await admin(['project', 'list', '--team', String(id), '--json'])).out).toBe('[]\n')
  })

  it.each([
    ['a user that does not exist', ['key', 'create', '--user', 'nobody@example.org'], 1, 'does not exist'],
    [
      'a team that does not exist',
      ['team', 'set', '999999', '--project-creation', 'off'],
      1,
      'does not exist',
    ],
    ['a key that does not exist', ['key', 'revoke', 'nope'], 1, 'does not exist'],
    ['an unconfirmed deletion', ['project', 'delete', '1'], 1, 'Add --yes'],
    ['an unconfirmed revocation of all tokens', ['signing-key', 'rotate', '--now'], 1, 'Add --yes'],
    ['an unknown role', ['user', 'create', 'a@b', '--team', '1', '--role', 'boss'], 2, 'Choose one of: full'],
    ['an unknown command', ['teem', 'list'], 2, 'unknown command'],
    ['a missing option', ['user', 'list'], 2, '--team'],
  ])('rejects %s with a message that says what to do', async (_case, args, code, words) => {
    const ended = await admin(args)
    expect([ended.code, ended.out]).toEqual([code, ''])
    expect(ended.err).toContain(words)
  })

  it('lists the users of a team', async () => {
    const { user } = await makeVisitor(app)
    const { out } = await admin(['user', 'list', '--team', String(user.team_id), '--json'])
    expect(JSON.parse(out)).toMatchObject([{ id: user.id, email: user.email }])
  })

  it('replaces all signing keys at once when a key has leaked', async () => {
    const before = await loadKeyRing(app.deps.db, app.deps.secrets)
    const { out } = await admin(['signing-key', 'rotate', '--now', '--yes', '--json'])
    const after = await loadKeyRing(app.deps.db, app.deps.secrets)
    expect(JSON.parse(out)).toEqual({ kid: after.kid })
    expect(after.jwks.keys.map((jwk) => jwk.kid)).toEqual([after.kid])
    expect(after.kid).not.toBe(before.kid)
  })

  it('prints its help, and refuses to start without its settings', async () => {
    const help = await admin(['--help'])
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('Exit codes')])
    const lost = await admin(['team', 'list'], { DATABASE_URL: '', INLET_SECRET: 'short' })
    expect(lost.code).toBe(78)
    expect(lost.err).toContain('DATABASE_URL is not set')
    expect(lost.err).toContain('INLET_SECRET')
    expect(lost.err).not.toContain('S3_')
  })
})
