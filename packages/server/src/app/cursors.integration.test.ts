/** Cursors, ids, filters and searches that no page produced: every list answers them without an internal error. */
import { randomUUID } from 'node:crypto'
import { roles } from '@inlet/contract'
import { workspacePrefix } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'
import { callApi } from '../../test/harness/imports.ts'
import { findKeyId, makeCaller, makeKey } from '../../test/harness/people.ts'
import { insertReadFile, insertRecordingFile, makeReaders, type Readers } from '../../test/harness/reading.ts'
import { importNow, makeSurvey } from '../../test/harness/surveys.ts'
import { type Visitor, visitAs } from '../../test/harness/visitors.ts'
import { writeCursor } from '../platform/http/cursor.ts'
import { mapBounded } from '../platform/map-bounded.ts'
import { workspaceContract } from './workspace.ts'

const time = '2026-11-16 10:00:00.123456+00'
const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'

const badTimes = [
  '2026-99-99 10:00:00+00',
  '2026-02-30 10:00:00+00',
  '2026-11-16 24:00:00+00',
  '2026-11-16 10:60:00+00',
  '2026-11-16 10:00:60+00',
  '0000-01-01 00:00:00+00',
  '0001-01-01 00:00:00+00',
  '9999-12-31 23:59:59.9999999+00',
  '2026-11-16T10:00:00Z',
  '2026-11-16 10:00:00-12',
  'infinity',
  '-infinity',
  'now',
  'epoch',
  '',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
]
const badIds = [
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  '1',
  '9223372036854775808',
  null,
  true,
  [],
  {},
  'NaN',
]

/** JSON arrays of every shape that some list uses, with one part broken. */
const brokenKeys: unknown[][] = [
  ...badTimes.flatMap((at) => [
    [at, 1],
    [at, 'file', 1],
    [at, uuid],
  ]),
  ...badIds.flatMap((id) => [
    [id],
    [time, id],
    [time, 'file', id],
    [null, id],
    ['2026-11-16T10:00:00.000Z', id],
  ]),
  [time, 'folder', 1],
  [time, 'file'],
  [time],
  [],
  [[[[1]]]],
  [time, uuid.toUpperCase()],
  [time, `${uuid}0`],
  ['\0', 1],
  ['\ud800', 1],
]

const rawCursors = [
  '!!!',
  '%00',
  '%F0%9F%A6%92',
  'null',
  '1',
  'W10',
  'bnVsbA',
  'e30',
  'IiI',
  'W1td',
  'MQ',
  `${'A'.repeat(600)}`,
  '../../etc/passwd',
  '%27%20or%201%3D1--',
  '2026-99-99',
  '4294967296',
]

const searches = [
  '-"a b"',
  '"a b" -"c d"',
  '-a',
  '- -',
  '"',
  '""',
  '-""',
  '"a b',
  'or',
  'a or',
  '-or',
  "it's",
  "'",
  "''",
  ':*',
  'a:*',
  '!a & (b | c)',
  '<->',
  'a <-> b',
  '\\',
  '%',
  '検索 -"検索"',
  '\u0000',
  '\ud800',
  '-"検 索"',
  'x'.repeat(600),
  '"a" "b" -"c"',
]

let app: TestApp
let people: Readers
let operator: Visitor
let token: string
let uploadKey: string
let webhookKey: string
let documentKey: string
let recordingKey: string
beforeAll(async () => {
  app = await startTestApp({ INLET_SESSION_CALLS_PER_MINUTE: '100000' })
  people = await makeReaders(app)
  const caller = await makeCaller(app, { team: people.team, role: roles.admin })
  token = caller.token
  operator = await visitAs(app, people.ada.user)
  documentKey = await insertReadFile(
    app,
    { projectId: people.open, by: people.ada.user },
    { pages: ['a giraffe', 'b', 'c'] },
  )
  recordingKey = (
    await insertRecordingFile(app, { projectId: people.open, by: people.ada.user }, [
      { startMs: 0, text: 'a giraffe' },
    ])
  ).key
  uploadKey = await importSurvey()
  webhookKey = await createWebhook()
})
afterAll(() => app.close())

/** With a person and an open answer, so that every list of the survey has a row. */
async function importSurvey(): Promise<string> {
  const { user } = people.ada
  const keyId = await findKeyId(app.deps, await makeKey(app.deps, user, { kind: 'team' }))
  const id = await makeSurvey(app.deps, {
    owner: { teamId: user.team_id, userId: user.id, keyId, projectId: people.open },
    parts: ['Why,E-mail\nThe giraffe was slow,p1@example.org\n'],
    columnMapping: { Why: 'Open-ended', 'E-mail': 'Email' },
    mediaConfig: { link_by: 'email' },
  })
  await importNow(app.deps, id)
  const { rows } = await sql<{ key: string }>`select upload_key as key from survey where id = ${id}`.execute(
    app.deps.db,
  )
  return rows[0]?.key ?? ''
}

async function createWebhook(): Promise<string> {
  const { client_id } = await makeKey(app.deps, people.ada.user)
  const answer = await operator.post('/webhooks', { client_id, url: 'https://hooks.example.org/' })
  return ((await answer.json()) as { webhook: { webhook_key: string } }).webhook.webhook_key
}

/** Every operation of the contract with a cursor, so that a new list is covered as well. */
function workspaceLists(): string[] {
  const params: Record<string, string> = {
    upload_key: uploadKey,
    key: documentKey,
    owner: 'file',
    position: '0',
    webhook_key: webhookKey,
  }
  const lists = workspaceContract.filter(
    ({ query }) => query && 'cursor' in (query as unknown as Properties).properties,
  )
  const paths = lists.map(({ path }) => {
    const filled = path.slice(workspacePrefix.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = name === 'key' && path.includes('/recordings/') ? recordingKey : params[name]
      if (value === undefined) throw new Error(`Add a value for ${name} of ${path}.`)
      return value
    })
    return `${filled}?q=giraffe`
  })
  return [...paths, `/imports?project_id=${people.open}`, '/search?q=giraffe&kind=document']
}

interface Properties {
  properties: Record<string, unknown>
}

const withParameter = (path: string, name: string, value: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`

describe('a cursor that no page produced', () => {
  it('is refused with 400 or begins after its place, on every list', async () => {
    const cursors = [...brokenKeys.map(writeCursor), ...rawCursors]
    expect(new Set(cursors).size).toBeGreaterThanOrEqual(60)
    const counts = new Map<number, number>()
    const failures: string[] = []
    for (const path of workspaceLists()) {
      // Few at once, because concurrent searches of one person are limited.
      const statuses = await mapBounded(cursors, 4, async (cursor) => {
        const answer = await operator.get(withParameter(path, 'cursor', cursor))
        await answer.arrayBuffer()
        return [cursor, answer.status] as const
      })
      for (const [cursor, status] of statuses) {
        counts.set(status, (counts.get(status) ?? 0) + 1)
        if (status !== 200 && status !== 400) failures.push(`${path} ${cursor}: ${status}`)
      }
    }
    process.stdout.write(
      `cursors: ${cursors.length} on ${workspaceLists().length} lists, answers ${JSON.stringify(Object.fromEntries(counts))}\n`,
    )
    expect(failures).toEqual([])
    expect(workspaceLists().length).toBeGreaterThanOrEqual(13)
    expect(counts.get(400) ?? 0).toBeGreaterThan(cursors.length * 10)
  }, 120_000)

  it.each([
    ['/projects', [badTimes[0], 1]],
    ['/imports', [badTimes[1], 'file', 1]],
    ['/team/members', [0]],
    ['/search?q=giraffe&kind=document', ['x']],
  ])('is refused by %s with the name of the parameter', async (path, key) => {
    const answer = await operator.get(withParameter(path, 'cursor', writeCursor(key)))
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field: 'cursor' }] }])
  })
})

describe('an odd search', () => {
  it('finds something or nothing, and never causes an internal error', async () => {
    const paths = [
      '/search?q=',
      '/search/names?q=',
      `/documents/file/${documentKey}/search?q=`,
      '/participants?q=',
      `/surveys/${uploadKey}/responses?words=`,
      `/surveys/${uploadKey}/columns/0/notes?words=`,
    ]
    const failures: string[] = []
    for (const path of paths)
      for (const search of searches) {
        const answer = await operator.get(`${path}${encodeURIComponent(search.toWellFormed())}`)
        await answer.arrayBuffer()
        if (answer.status >= 500) failures.push(`${path}${search}: ${answer.status}`)
      }
    expect(failures).toEqual([])
  })
})

describe('odd numbers in the paging of the import API', () => {
  it('never cause an internal error', async () => {
    const numbers = [
      '-1',
      '0',
      '1e9',
      '2147483648',
      '9223372036854775808',
      '99999999999999999999',
      'NaN',
      '٣',
      '%00',
      '',
    ]
    const failures: string[] = []
    for (const path of ['/projects', '/insights', '/files', '/surveys'])
      for (const number of numbers)
        for (const name of ['limit', 'offset']) {
          const answer = await callApi(app.url, token, `${path}?${name}=${number}`)
          await answer.arrayBuffer()
          if (answer.status !== 200) failures.push(`${path} ${name}=${number}: ${answer.status}`)
        }
    for (const path of [
      `/surveys/${uploadKey}/parts/99999999999999999999/retry`,
      `/surveys/${uploadKey}/parts/2147483648/retry`,
      `/surveys/${uploadKey}/parts/-1/retry`,
      `/surveys/${randomUUID()}/complete`,
      '/surveys/0/complete',
    ]) {
      const answer = await callApi(app.url, token, path, {})
      await answer.arrayBuffer()
      if (answer.status >= 500) failures.push(`${path}: ${answer.status}`)
    }
    expect(failures).toEqual([])
  })

  it('never cause an internal error in the workspace', async () => {
    const numbers = ['-1', '0', '2147483648', '9007199254740993', '9223372036854775808', 'NaN', '%00', '1.5']
    const failures: string[] = []
    for (const number of numbers)
      for (const path of [
        `/projects/${number}`,
        `/participants/${number}`,
        `/surveys/${uploadKey}/responses/${number}`,
        `/surveys/${uploadKey}/respondents/${number}`,
        `/surveys/${uploadKey}/columns/${number}/notes`,
        `/surveys/${uploadKey}/responses?offset=${number}&limit=${number}`,
        `/surveys/${uploadKey}/responses?f=${number}:1`,
        `/surveys/${uploadKey}/responses?from=${number}-01-01`,
        `/imports?project_id=${number}`,
        `/imports?limit=${number}`,
        `/search?q=a&project_id=${number}`,
        `/documents/file/${documentKey}/pages?from=${number}&offset=${number}&limit=${number}`,
      ]) {
        const answer = await operator.get(path)
        await answer.arrayBuffer()
        if (answer.status >= 500) failures.push(`${path}: ${answer.status}`)
      }
    expect(failures).toEqual([])
  })
})
