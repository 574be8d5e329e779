import { roles } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeTeam, makeUser } from '../../../test/harness/people.ts'
import {
  givePassword,
  goodPassword,
  makeVisitor,
  type Visitor,
  visitAs,
  visitorWith,
} from '../../../test/harness/visitors.ts'
import { type User, updateUser } from '../team/team.repo.ts'
import { signIn as attempt } from './sign-in.ts'

let app: TestApp
let anonymous: Visitor
beforeAll(async () => {
  app = await startTestApp({ INLET_TRUST_PROXY: '127.0.0.1' })
  anonymous = visitorWith(app, '')
})
afterAll(() => app.close())

async function makePerson(role?: User['role']): Promise<User> {
  const user = await makeUser(app.deps, await makeTeam(app.deps), role)
  await givePassword(app, user)
  return user
}

let addresses = 0

/** Uses a new client address per call, because one address would exceed its rate limit across all tests. */
function signIn(email: string, password = goodPassword, visitor = anonymous): Promise<Response> {
  addresses += 1
  const from = { 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}` }
  return visitor.call('POST', '/sign-in', { email, password }, from)
}

const sessionCookie = (answer: Response) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith('inlet_session='))

async function visitorOf(answer: Response): Promise<Visitor> {
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  return visitorWith(app, sessionCookie(answer)?.split(';')[0] ?? '')
}

describe('signing in with a password', () => {
  it('opens a session and returns the user', async () => {
    const user = await makePerson(roles.admin)
    const answer = await signIn(user.email)
    expect(answer.status).toBe(200)
    expect(sessionCookie(answer)).toMatch(
      /^inlet_session=inlet_se_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const body = await answer.json()
    expect(body).toMatchObject({
      user: { id: user.id, name: user.name, email: user.email, role: 3, has_password: true },
      team: { id: user.team_id },
      can_write: true,
      is_operator: user.team_id === 1,
    })
    const visitor = visitorWith(app, sessionCookie(answer)?.split(';')[0] ?? '')
    expect(await visitor.read('/session')).toEqual(body)
  })

  it('ignores the case of the e-mail address', async () => {
    const user = await makePerson()
    expect((await signIn(` ${user.email.toUpperCase()} `)).status).toBe(200)
  })

  it('makes only admins of the first team operators', async () => {
    const operatorTeam = { id: 1 } as User
    await sql`insert into team (name) select 'first' where not exists (select from team where id = 1)`.execute(
      app.deps.db,
    )
    const [admin, member, other] = await Promise.all(
      [roles.admin, roles.fullSeat, roles.admin].map((role) => makePerson(role)),
    )
    if (!admin || !member || !other) throw new Error('A user is missing.')
    const inFirst = [admin.id, member.id]
    await sql`update app_user set team_id = ${operatorTeam.id} where id = any (${inFirst}::bigint[])`.execute(
      app.deps.db,
    )
    const isOperator = async (user: User) =>
      (await (await visitAs(app, user)).read<{ is_operator: boolean }>('/session')).is_operator
    expect(await isOperator(admin)).toBe(true)
    expect(await isOperator(member)).toBe(false)
    expect(await isOperator(other)).toBe(false)
  })

  it('gives the same answer for a wrong password, an unknown address, no password and a suspended user', async () => {
    const known = await makePerson()
    const without = await makeUser(app.deps, await makeTeam(app.deps))
    const suspended = await makePerson()
    await updateUser(app.deps.db, suspended.id, { isSuspended: true })
    const answers = await Promise.all([
      signIn(known.email, 'not the password'),
      signIn('nobody@example.org'),
      signIn(without.email),
      signIn(suspended.email),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.getSetCookie()).toEqual([])
      const { request_id: _own, ...body } = (await answer.json()) as Record<string, unknown>
      expect(body).toEqual({
        code: 'wrong_credentials',
        error: expect.stringContaining('e-mail address or the password is wrong'),
      })
    }
  })

  it('takes the same time for an unknown address and a wrong password', async () => {
    const { db, passwords, secrets, metrics } = app.deps
    const people = await Promise.all(Array.from({ length: 4 }, () => makePerson()))
    // Bypasses the rate limiter, which allows too few attempts for a comparison and has its own test.
    const free = {
      take: () => Promise.resolve({ isAllowed: true, limit: 1, remaining: 1, resetMs: 0, retryAfterMs: 0 }),
    }
    const deps = { db, passwords, secrets, metrics, limiter: free, slowLimiter: free }
    const times: Record<string, number[]> = { known: [], unknown: [] }
    for (let i = 0; i < 30; i += 1) {
      // Alternating, so that a load spike affects both.
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? (people[i % 4]?.email ?? '') : `stranger-${i}@example.org`
        const began = performance.now()
        await attempt(deps, { email, password: 'not the password' }, '192.0.2.1').catch(() => {})
        times[kind]?.push(performance.now() - began)
      }
    }
    const median = (values: number[] = []) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
    const ratio = median(times['known']) / median(times['unknown'])
    // Without the dummy hash the ratio would exceed ten.
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })

  it('limits password attempts per user without revealing whether the user exists', async () => {
    const known = await makePerson()
    for (const email of [known.email, 'stranger@example.org']) {
      const statuses: number[] = []
      for (let i = 0; i < 10; i += 1) statuses.push((await signIn(email, `guess number ${i}`)).status)
      expect(statuses).toEqual(Array(10).fill(401))
      const refused = await signIn(email.toUpperCase(), goodPassword)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
      expect(await refused.json()).toMatchObject({
        code: 'rate_limited',
        error: expect.stringContaining('sign in'),
      })
    }
  })

  it('limits attempts on many users from one address', async () => {
    const answers: number[] = []
    for (let i = 0; i < 31; i += 1) {
      const answer = await anonymous.post('/invitation/read', { token: `guess-${i}` })
      answers.push(answer.status)
    }
    expect(answers.slice(0, 30)).toEqual(Array(30).fill(400))
    expect(answers[30]).toBe(429)
  })

  it('rejects an invalid body', async () => {
    const answer = await anonymous.post('/sign-in', { email: 7 })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request' })
  })
})

describe('a session', () => {
  it('is required for every operation, and other cookie values are rejected', async () => {
    for (const cookie of [
      '',
      'inlet_session=',
      'inlet_session=inlet_se_forged',
      `inlet_session=${'x'.repeat(5000)}`,
    ]) {
      const answer = await visitorWith(app, cookie).get('/session')
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Session realm="inlet"')
      expect(await answer.json()).toMatchObject({ code: 'signed_out' })
    }
  })

  it('does not accept API tokens, and the import API does not accept cookies', async () => {
    const { visitor } = await makeVisitor(app)
    const [, token] = visitor.cookie.split('=')
    const asProgram = await fetch(`${app.url}/api/v1/developer/import/projects`, {
      headers: { authorization: `Bearer ${token}`, cookie: visitor.cookie },
    })
    expect(asProgram.status).toBe(401)
    const asPerson = await visitorWith(app, '').call('GET', '/session', undefined, {
      authorization: `Bearer ${token}`,
    })
    expect(asPerson.status).toBe(401)
  })

  it('ends immediately at sign-out', async () => {
    const { visitor } = await makeVisitor(app)
    expect((await visitor.get('/session')).status).toBe(200)
    const out = await visitor.call('DELETE', '/session')
    expect(out.status).toBe(204)
    expect(sessionCookie(out)).toMatch(/^inlet_session=; Max-Age=0;/)
    expect((await visitor.get('/session')).status).toBe(401)
  })

  it('expires after a week without use', async () => {
    const { visitor, user } = await makeVisitor(app)
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from expires_at - now()) / 86400 as days from session where user_id = ${user.id}`.execute(
      app.deps.db,
    )
    expect(Number(rows[0]?.days)).toBeCloseTo(7, 1)
    await sql`update session set expires_at = now() - interval '1 second' where user_id = ${user.id}`.execute(
      app.deps.db,
    )
    expect((await visitor.get('/session')).status).toBe(401)
  })

  it('is extended by use, together with its cookie', async () => {
    const { visitor, user } = await makeVisitor(app)
    expect(sessionCookie(await visitor.get('/session'))).toBeUndefined()
    await sql`update session set expires_at = now() + interval '1 day' where user_id = ${user.id}`.execute(
      app.deps.db,
    )
    const later = visitorWith(app, visitor.cookie)
    app.deps.sessions.forget(visitor.cookie.split('=')[1] ?? '')
    const answer = await later.get('/session')
    expect(sessionCookie(answer)).toContain('Max-Age=604800')
    const { rows } = await sql<{ is_long: boolean }>`
      select expires_at > now() + interval '6 days' as is_long from session where user_id = ${user.id}`.execute(
      app.deps.db,
    )
    expect(rows[0]?.is_long).toBe(true)
    expect(sessionCookie(await later.get('/session'))).toBeUndefined()
  })

  it('ends within ten seconds when its user is suspended', async () => {
    const { visitor, user } = await makeVisitor(app)
    expect((await visitor.get('/session')).status).toBe(200)
    await updateUser(app.deps.db, user.id, { isSuspended: true })
    const began = Date.now()
    while ((await visitor.get('/session')).status === 200) {
      expect(Date.now() - began).toBeLessThan(10_000)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await updateUser(app.deps.db, user.id, { isSuspended: false })
  })

  it('ends when someone signs in again in the same browser', async () => {
    const { visitor: before } = await makeVisitor(app)
    const user = await makePerson()
    const answer = await signIn(user.email, goodPassword, before)
    expect(answer.status).toBe(200)
    expect((await before.get('/session')).status).toBe(401)
  })

  it('is stored as a hash, so the token is nowhere in the database', async () => {
    const { visitor } = await makeVisitor(app)
    const token = visitor.cookie.split('=')[1] ?? ''
    const { rows } = await sql<{ row: string }>`select session::text as row from session`.execute(app.deps.db)
    expect(
      rows.some(({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString('hex'))),
    ).toBe(false)
  })
})

describe('changing the password', () => {
  const change = (visitor: Visitor, current_password: string, new_password: string) =>
    visitor.post('/session/password', { current_password, new_password })

  it('requires the old one, ends all other sessions and keeps this one', async () => {
    const user = await makePerson(roles.viewer)
    const here = await visitorOf(await signIn(user.email))
    const elsewhere = await visitorOf(await signIn(user.email))
    expect((await elsewhere.get('/session')).status).toBe(200)
    const wrong = await change(here, 'not the password', 'another long password')
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({ code: 'wrong_password' })
    expect((await change(here, goodPassword, 'another long password')).status).toBe(204)
    expect((await here.get('/session')).status).toBe(200)
    app.deps.sessions.forget(elsewhere.cookie.split('=')[1] ?? '')
    expect((await elsewhere.get('/session')).status).toBe(401)
    expect((await signIn(user.email)).status).toBe(401)
    expect((await signIn(user.email, 'another long password')).status).toBe(200)
  })

  it('rejects short or guessable passwords and names the field', async () => {
    const user = await makePerson()
    const visitor = await visitAs(app, user)
    for (const weak of ['too short', 'aaaaaaaaaaaaaa', user.email]) {
      const answer = await change(visitor, goodPassword, weak)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ details: [{ field: 'new_password' }] })
    }
  })

  it('limits guesses of the current password within a session', async () => {
    const visitor = await visitAs(app, await makePerson())
    for (let i = 0; i < 10; i += 1)
      expect((await change(visitor, `guess ${i}`, 'another long password')).status).toBe(400)
    expect((await change(visitor, goodPassword, 'another long password')).status).toBe(429)
  })
})

describe('requests from other sites', () => {
  it.each([
    ['https://evil.example'],
    ['http://inlet.test.evil.example'],
    ['http://inlet.test:8080'],
    ['null'],
    [''],
  ])('with the origin "%s" change nothing', async (origin) => {
    const { visitor } = await makeVisitor(app)
    const post = (path: string, method = 'POST') => visitor.call(method, path, {}, { origin })
    for (const answer of [
      await post('/sign-in'),
      await post('/invitation'),
      await post('/projects'),
      await post('/session/password'),
      await post('/session', 'DELETE'),
    ]) {
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'wrong_origin' })
    }
    expect((await visitor.get('/session')).status).toBe(200)
  })

  it('are rejected without an Origin header', async () => {
    const { visitor } = await makeVisitor(app)
    const answer = await fetch(`${app.url}/api/v1/workspace/session`, {
      method: 'DELETE',
      headers: { cookie: visitor.cookie },
    })
    expect(answer.status).toBe(403)
  })

  it('cannot read responses, because no CORS header allows another origin', async () => {
    const { visitor } = await makeVisitor(app)
    const answer = await visitor.call('GET', '/session', undefined, { origin: 'https://evil.example' })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('over TLS', () => {
  let secure: TestApp
  beforeAll(async () => {
    secure = await startTestApp({ INLET_PUBLIC_URL: 'https://inlet.test' })
  })
  afterAll(() => secure.close())

  it('binds the cookie to the host and to TLS', async () => {
    const user = await makeUser(secure.deps, await makeTeam(secure.deps))
    await givePassword(secure, user)
    const answer = await visitorWith(secure, '').call(
      'POST',
      '/sign-in',
      { email: user.email, password: goodPassword },
      { origin: 'https://inlet.test' },
    )
    expect(answer.status).toBe(200)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-inlet_session=\S+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const [pair = ''] = cookie.split(';')
    expect((await visitorWith(secure, pair).get('/session')).status).toBe(200)
    expect((await visitorWith(secure, pair.replace('__Host-', '')).get('/session')).status).toBe(401)
  })
})
