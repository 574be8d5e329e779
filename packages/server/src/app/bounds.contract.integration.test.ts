/** Limits of what one caller, one person and one team can use, and the words with which more is refused. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SurveyUpload } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'
import { beginImport, callApi, completeImport, makeProject, uploadTo } from '../../test/harness/imports.ts'
import { makeCaller } from '../../test/harness/people.ts'
import { startApiProcess } from '../../test/harness/processes.ts'
import { beginSurvey, postSurvey, sendTo } from '../../test/harness/survey-uploads.ts'
import { startTcpProxy } from '../../test/harness/tcp-proxy.ts'
import { makeVisitor } from '../../test/harness/visitors.ts'
import { boundSearches } from '../features/search/bound-search.ts'
import { mergeSurveyStorage, readUsedBytes } from '../features/team/storage.repo.ts'

const mediaLimit = 10_000
const keyLimit = 3
const callLimit = 120

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    INLET_KEYS_PER_PERSON: String(keyLimit),
    INLET_SESSION_CALLS_PER_MINUTE: String(callLimit),
  })
})
afterAll(() => app.close())

describe('registered media', () => {
  const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `answer-${from + i}.mp3`)

  it('MED-9 MED-10 are described up to the limit, refused above it, and paged in the status', async () => {
    const { token } = await makeCaller(app)
    const projectId = await makeProject(app.url, token)
    const survey = await beginSurvey(app.url, token, projectId, { media_config: { link_by: 'auto' } })
    const path = `${survey.upload_key}/media/register`

    const registered = await postSurvey<{ media_files: object[] }>(app.url, token, path, {
      files: names(mediaLimit),
    })
    expect([registered.status, registered.body.media_files.length]).toEqual([201, mediaLimit])

    const refused = await postSurvey(app.url, token, path, { files: ['one-more.mp3'] })
    expect([refused.status, refused.body['code']]).toEqual([400, 'too_many_media_files'])
    expect(refused.body['error']).toContain('would have 10,001 media files; the limit is 10,000')
    const known = await postSurvey<{ media_files: object[] }>(app.url, token, path, { files: names(3) })
    expect([known.status, known.body.media_files.length]).toEqual([201, 3])

    const seen: string[] = []
    let cursor: string | null | undefined
    let pages = 0
    do {
      const query = cursor ? `media_limit=1000&media_cursor=${cursor}` : 'media_limit=1000'
      const answer = await callApi(app.url, token, `/surveys/${survey.upload_key}/status?${query}`)
      const status = (await answer.json()) as SurveyUpload
      seen.push(...(status.media_files ?? []).map(({ filename }) => filename))
      cursor = status.next_media_cursor
      pages += 1
    } while (cursor)
    expect([pages, cursor, seen]).toEqual([10, null, names(mediaLimit)])
    const whole = (await (
      await callApi(app.url, token, `/surveys/${survey.upload_key}/status`)
    ).json()) as SurveyUpload
    expect(whole.media_files).toHaveLength(mediaLimit)
    expect(whole).not.toHaveProperty('next_media_cursor')
    for (const query of ['media_limit=0', 'media_limit=x', 'media_cursor=WzBd', 'media_cursor=%F0%9F%A6%92'])
      expect((await callApi(app.url, token, `/surveys/${survey.upload_key}/status?${query}`)).status).toBe(
        400,
      )
  }, 120_000)
})

describe('API keys of one person', () => {
  it('are limited in the workspace, also for concurrent calls, and revoked ones do not count', async () => {
    const { visitor } = await makeVisitor(app)
    const create = () => visitor.post('/keys', { name: 'ci', kind: 'personal', scopes: ['project:read'] })
    const answers = await Promise.all(Array.from({ length: 2 * keyLimit }, create))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(keyLimit)
    const refused = answers.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({
      code: 'key_limit_reached',
      error: expect.stringContaining(`You have ${keyLimit} active API keys`),
    })
    const [first] = (await Promise.all(made.map((one) => one.json()))) as { key: { client_id: string } }[]
    expect((await visitor.call('DELETE', `/keys/${first?.key.client_id}`)).status).toBe(200)
    expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(409)
  })
})

describe('workspace calls', () => {
  it('are limited per session with Retry-After, and other sessions are not affected', async () => {
    const [busy, calm] = [await makeVisitor(app), await makeVisitor(app)]
    const answers = await Promise.all(
      Array.from({ length: 2 * callLimit }, () => busy.visitor.get('/session')),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(callLimit / 2)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused[0]?.json()).toMatchObject({
      code: 'rate_limited',
      error: expect.stringContaining(`the limit is ${callLimit} per minute`),
    })
    expect((await calm.visitor.get('/session')).status).toBe(200)
    await sleep(1_100)
    expect((await busy.visitor.get('/session')).status).toBe(200)
  })
})

describe('failed token requests', () => {
  const ask = async (url: string, address: string, secret = 'wrong', clientId = 'inlet_id_unknown') => {
    const answer = await fetch(`${url}/api/v1/oauth/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
      }),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  it('TOK-6 block their /64 without asking the database, and neither its neighbours nor proven clients', async () => {
    const proxy = await startTcpProxy(app.databaseUrl)
    const api = await startApiProcess(proxy.url, { INLET_TRUST_PROXY: '127.0.0.1' })
    try {
      const { key } = await makeCaller(app)
      const inside = (i: number) => `2001:db8:1:2:${i.toString(16)}::${i.toString(16)}`
      expect(await ask(api.url, inside(1), key.client_secret, key.client_id)).toBe(200)
      const statuses = []
      for (let i = 0; i < 70; i += 1) statuses.push(await ask(api.url, inside(i)))
      expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([60, 429])
      expect(await ask(api.url, '2001:db8:1:3::1')).toBe(401)
      expect(await ask(api.url, '192.0.2.7')).toBe(401)
      expect(await ask(api.url, inside(99), key.client_secret, key.client_id)).toBe(200)
      await proxy.shut()
      // Without a database, only a call that does not need it gets its usual answer.
      expect(await ask(api.url, inside(1234))).toBe(429)
      expect(await ask(api.url, inside(5), key.client_secret)).toBe(429)
      expect(await ask(api.url, '2001:db8:1:3::1')).toBe(503)
      await proxy.open()
    } finally {
      await api.stop()
      await proxy.close()
    }
  })
})

describe('searches', () => {
  it('end after their time limit, and occupy at most half of the connections', async () => {
    const { user } = await makeVisitor(app)
    const principal = {
      keyId: null,
      kind: 'personal',
      teamId: user.team_id,
      userId: user.id,
      role: 0,
    } as const
    const runSearch = boundSearches(app.deps.db, 4, 300)
    const slow = (userId: number) =>
      runSearch({ ...principal, userId }, (tx) => sql`select pg_sleep(60)`.execute(tx))
    const calls = [1, 1, 1, 2, 2, 2].map((userId) =>
      slow(userId).catch((error: { code: string }) => error.code),
    )
    await sleep(150)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(60)%' and state = 'active'
        and pid <> pg_backend_pid()`.execute(app.deps.db)
    expect(rows[0]?.n).toBe(2)
    const ends = await Promise.all(calls)
    expect(ends.filter((code) => code === 'search_too_slow').length).toBeGreaterThanOrEqual(2)
    expect(new Set(ends)).toEqual(new Set(['search_too_slow', 'rate_limited']))
    expect(await runSearch(principal, async () => 'free')).toBe('free')
  })
})

describe('a server behind HTTPS', () => {
  it('tells browsers to use HTTPS only', async () => {
    const secure = await startTestApp({ INLET_PUBLIC_URL: 'https://inlet.test' })
    try {
      const hsts = async ({ url }: TestApp, path: string) =>
        (await fetch(`${url}${path}`)).headers.get('strict-transport-security')
      expect(await hsts(secure, '/healthz')).toBe('max-age=31536000')
      expect(await hsts(secure, '/nothing')).toBe('max-age=31536000')
      expect(await hsts(app, '/healthz')).toBeNull()
    } finally {
      await secure.close()
    }
  })
})

describe('the storage of a team', () => {
  const MiB = 1024 * 1024

  async function usedBytes(teamId: number): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select (coalesce((select sum(object_bytes) from file where team_id = ${teamId}), 0)
        + coalesce((select sum(object_bytes) from insight where team_id = ${teamId}), 0)
        + coalesce((select sum(p.object_bytes) from survey_part p join survey s on s.id = p.survey_id
          where s.team_id = ${teamId}), 0)
        + coalesce((select sum(m.object_bytes) from survey_media m join survey s on s.id = m.survey_id
          where s.team_id = ${teamId}), 0))::bigint as bytes`.execute(app.deps.db)
    return rows[0]?.bytes ?? -1
  }

  async function sendSurvey(token: string, projectId: number, content: string): Promise<number> {
    const survey = await beginSurvey(app.url, token, projectId)
    await Promise.all(survey.upload_urls.map((part) => sendTo(part, content)))
    return (await postSurvey(app.url, token, `${survey.upload_key}/complete`)).status
  }

  it('is counted in the transaction of each import, and again when a survey is deleted', async () => {
    const { token, team } = await makeCaller(app)
    const projectId = await makeProject(app.url, token)
    const check = async () => {
      const used = await readUsedBytes(app.deps.db, team.id)
      expect(used).toBe(await usedBytes(team.id))
      return used
    }
    expect(await check()).toBe(0)
    for (const kind of ['files', 'insights'] as const) {
      const one = await beginImport(app.url, token, projectId, kind, 'note.txt')
      await uploadTo(one, 'x'.repeat(1000))
      expect(await completeImport(app.url, token, one)).toBeLessThan(300)
    }
    expect(await check()).toBe(2000)
    expect(await sendSurvey(token, projectId, `q\n${'y'.repeat(498)}`)).toBe(202)
    expect(await check()).toBe(2500)
    const withMedia = await beginSurvey(app.url, token, projectId, { media_config: { link_by: 'auto' } })
    const { body } = await postSurvey<{ media_files: Parameters<typeof sendTo>[0][] }>(
      app.url,
      token,
      `${withMedia.upload_key}/media/register`,
      { files: ['a.mp3', 'b.mp3'] },
    )
    await Promise.all(body.media_files.map((one) => sendTo(one, 'z'.repeat(100))))
    // The status notices the uploads.
    await callApi(app.url, token, `/surveys/${withMedia.upload_key}/status`)
    expect(await check()).toBe(2700)
    expect(await mergeSurveyStorage(app.deps.db)).toBeGreaterThan(0)
    expect(await check()).toBe(2700)
    await sql`delete from survey_media where survey_id = (select id from survey where upload_key = ${withMedia.upload_key})
      and filename = 'a.mp3'`.execute(app.deps.db)
    expect(await check()).toBe(2600)
    await sql`delete from survey where upload_key = ${withMedia.upload_key}`.execute(app.deps.db)
    expect(await check()).toBe(2500)
    await mergeSurveyStorage(app.deps.db)
    expect(await check()).toBe(2500)
  })

  it('LIM-4 is limited by a quota: initialize and complete refuse more in words', async () => {
    const { token, team } = await makeCaller(app)
    const { visitor } = await makeVisitor(app, { team })
    const projectId = await makeProject(app.url, token)
    await sql`update team set storage_quota_bytes = ${MiB} where id = ${team.id}`.execute(app.deps.db)
    const begun = await Promise.all(
      Array.from({ length: 4 }, (_, i) => beginImport(app.url, token, projectId, 'files', `note-${i}.txt`)),
    )
    await Promise.all(begun.map((one) => uploadTo(one, 'x'.repeat(400 * 1024))))
    const large = await beginImport(app.url, token, projectId, 'insights', 'large.txt')
    await uploadTo(large, 'x'.repeat(2 * MiB))
    const refusal = await callApi(app.url, token, `/insights/${large.key}/complete`, {})
    expect([refusal.status, await refusal.json()]).toEqual([
      403,
      expect.objectContaining({
        code: 'storage_quota_exceeded',
        error: expect.stringContaining(
          "The file is 2 MB, but only 1 MB of the team's 1 MB of storage is free",
        ),
      }),
    ])
    // Four concurrent completes of 400 KB each: two fit.
    const statuses = await Promise.all(begun.map((one) => completeImport(app.url, token, one)))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 403, 403])
    expect(await visitor.read('/team')).toMatchObject({
      storage: { used_bytes: 800 * 1024, quota_bytes: MiB },
    })
    expect(await sendSurvey(token, projectId, `q\n${'y'.repeat(300 * 1024)}`)).toBe(403)
    expect(await sendSurvey(token, projectId, `q\n${'y'.repeat(224 * 1024 - 2)}`)).toBe(202)
    expect(await readUsedBytes(app.deps.db, team.id)).toBe(MiB)
    for (const [path, body] of [
      ['/files/initialize', { file_name: 'a.txt' }],
      ['/insights/initialize', { filename: 'a.txt' }],
      ['/surveys/initialize', { name: 'a', file_type: 'CSV', num_parts: 1 }],
    ] as const) {
      const answer = await callApi(app.url, token, path, { project_id: projectId, ...body })
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        403,
        expect.objectContaining({ error: expect.stringContaining('used up its 1 MB of storage') }),
      ])
    }
  })
})
