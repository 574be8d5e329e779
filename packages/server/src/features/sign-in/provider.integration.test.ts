/** Single sign-on against a real OpenID Connect provider, following redirects like a browser. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { type OidcProvider, oidcClient, startOidcProvider } from '../../../test/harness/oidc-provider.ts'
import { makeTeam, makeUser } from '../../../test/harness/people.ts'
import { visitorWith, workspaceOrigin } from '../../../test/harness/visitors.ts'
import { type User, updateUser } from '../team/team.repo.ts'

let provider: OidcProvider
let app: TestApp
let subjects = 0
beforeAll(async () => {
  provider = await startOidcProvider()
  app = await startTestApp({
    INLET_OIDC_ISSUER: provider.issuer,
    INLET_OIDC_CLIENT_ID: oidcClient.id,
    INLET_OIDC_CLIENT_SECRET: oidcClient.secret,
    INLET_OIDC_NAME: 'Example University',
  })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  provider.fault = 'none'
})

const makePerson = async () => makeUser(app.deps, await makeTeam(app.deps))

function comesAs(user: User, changes: Record<string, unknown> = {}): void {
  subjects += 1
  provider.person = { sub: `subject-${subjects}`, email: user.email, email_verified: true, ...changes }
}

const path = '/api/v1/workspace/sign-in/provider'
const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0]

interface Walked {
  location: string | null
  session: string | undefined
}

/** Follows the redirects from the sign-in button to the final page. */
async function walk(to = '/', tamper: (callback: URL) => void = () => {}): Promise<Walked> {
  const away = await fetch(`${app.url}${path}?to=${encodeURIComponent(to)}`, { redirect: 'manual' })
  expect(away.status).toBe(303)
  const back = await fetch(away.headers.get('location') ?? '', { redirect: 'manual' })
  const callback = new URL(back.headers.get('location') ?? '')
  expect(`${callback.origin}${callback.pathname}`).toBe(`${workspaceOrigin}${path}/callback`)
  tamper(callback)
  const home = await fetch(`${app.url}${callback.pathname}${callback.search}`, {
    redirect: 'manual',
    headers: { cookie: cookieOf(away, 'inlet_sign_in') ?? '' },
  })
  expect(home.status).toBe(303)
  expect(cookieOf(home, 'inlet_sign_in')).toBe('inlet_sign_in=')
  return { location: home.headers.get('location'), session: cookieOf(home, 'inlet_session') }
}

const refused = (problem: string): Walked => ({
  location: `${workspaceOrigin}/sign-in?error=${problem}`,
  session: undefined,
})

async function whoIs({ session }: Walked): Promise<string> {
  const { user } = await visitorWith(app, session ?? '').read<{ user: { email: string } }>('/session')
  return user.email
}

describe('single sign-on', () => {
  it('is offered by name', async () => {
    expect(await visitorWith(app, '').read('/sign-in')).toEqual({
      providers: [{ name: 'Example University', path }],
      can_reset_password: false,
    })
  })

  it('signs in an existing user by verified address and returns to the requested page', async () => {
    const user = await makePerson()
    comesAs(user, { email: user.email.toUpperCase() })
    const walked = await walk('/projects/7?t=12')
    expect(walked.location).toBe(`${workspaceOrigin}/projects/7?t=12`)
    expect(await whoIs(walked)).toBe(user.email)
  })

  it('never redirects to another site', async () => {
    comesAs(await makePerson())
    for (const to of ['https://evil.example', '//evil.example', '/\\evil.example'])
      expect((await walk(to)).location).toBe(`${workspaceOrigin}/`)
  })

  it('creates no users', async () => {
    const before = await sql<{ n: number }>`select count(*) as n from app_user`.execute(app.deps.db)
    comesAs({ email: 'stranger@example.org' } as User)
    expect(await walk()).toEqual(refused('no_account'))
    const after = await sql<{ n: number }>`select count(*) as n from app_user`.execute(app.deps.db)
    expect(after.rows).toEqual(before.rows)
  })

  it.each([[false], [undefined], ['true']])(
    'rejects an address whose verification is %s',
    async (isVerified) => {
      comesAs(await makePerson(), { email_verified: isVerified })
      expect(await walk()).toEqual(refused('no_account'))
    },
  )

  it('recognizes a linked account after its address changed', async () => {
    const user = await makePerson()
    comesAs(user)
    await walk()
    provider.person = { ...provider.person, email: 'married@example.org', email_verified: false }
    expect(await whoIs(await walk())).toBe(user.email)
  })

  it('does not link a second account by the address of a linked user', async () => {
    const user = await makePerson()
    comesAs(user)
    await walk()
    comesAs(user)
    expect(await walk()).toEqual(refused('no_account'))
  })

  it('rejects a suspended user by link and by address', async () => {
    const [linked, unlinked] = [await makePerson(), await makePerson()]
    comesAs(linked)
    await walk()
    await updateUser(app.deps.db, linked.id, { isSuspended: true })
    expect(await walk()).toEqual(refused('no_account'))
    await updateUser(app.deps.db, unlinked.id, { isSuspended: true })
    comesAs(unlinked)
    expect(await walk()).toEqual(refused('no_account'))
  })

  it.each(['denies', 'other nonce', 'other audience', 'other key'] as const)(
    'refuses when the provider %s',
    async (fault) => {
      comesAs(await makePerson())
      provider.fault = fault
      expect(await walk()).toEqual(refused('provider_failed'))
    },
  )

  it('rejects a callback with a foreign state', async () => {
    comesAs(await makePerson())
    expect(await walk('/', (url) => url.searchParams.set('state', 'another'))).toEqual(
      refused('provider_failed'),
    )
  })

  it('rejects a callback without a pending sign-in, or after it expired', async () => {
    comesAs(await makePerson())
    const stray = await fetch(`${app.url}${path}/callback?code=x&state=y`, { redirect: 'manual' })
    expect(stray.headers.get('location')).toBe(`${workspaceOrigin}/sign-in?error=expired`)
    const late = walk('/', () => app.advanceClock(11 * 60_000))
    expect(await late).toEqual(refused('expired'))
  })
})

describe('an unavailable provider', () => {
  it('does not block password sign-in and is reported', async () => {
    const alone = await startTestApp({
      INLET_OIDC_ISSUER: 'http://127.0.0.1:1',
      INLET_OIDC_CLIENT_ID: 'x',
      INLET_OIDC_CLIENT_SECRET: 'x',
    })
    const answer = await fetch(`${alone.url}${path}`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(`${workspaceOrigin}/sign-in?error=provider_away`)
    expect((await visitorWith(alone, '').get('/sign-in')).status).toBe(200)
    await alone.close()
  })

  it('has no routes when it is not configured', async () => {
    const without = await startTestApp()
    expect((await fetch(`${without.url}${path}`)).status).toBe(404)
    expect(await visitorWith(without, '').read('/sign-in')).toEqual({
      providers: [],
      can_reset_password: false,
    })
    await without.close()
  })
})

describe('a provider without email_verified', () => {
  it('is trusted when configured, unless the claim is false', async () => {
    const trusting = await startTestApp({
      INLET_OIDC_ISSUER: provider.issuer,
      INLET_OIDC_CLIENT_ID: oidcClient.id,
      INLET_OIDC_CLIENT_SECRET: oidcClient.secret,
      INLET_OIDC_TRUST_EMAIL: 'true',
    })
    const ours = app
    app = trusting
    try {
      const user = await makePerson()
      comesAs(user, { email_verified: undefined })
      expect(await whoIs(await walk())).toBe(user.email)
      comesAs(await makePerson(), { email_verified: false })
      expect(await walk()).toEqual(refused('no_account'))
    } finally {
      app = ours
      await trusting.close()
    }
  })
})
