/** Lists with filters, order and cursors agree with a plain scan of all records, whatever is asked for. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import { callApi } from '../../../test/harness/imports.ts'
import { fetchToken, findKeyId, makeKey, makeTeam, makeUser } from '../../../test/harness/people.ts'

/** Most are alike and in a project that only the owner can open: more than are scanned before projects are searched. */
const recordsOfEach = 1_500
const queries = rounds(120, 2_000)

type List = 'files' | 'insights' | 'surveys'

interface Row {
  key: string
  project_id: number
  status: string
  kind: string
  external_id: string | null
  created_at: string
  updated_at: string
  /** Surveys only. */
  is_completed: boolean
  /** Insights only: the key id of the importer, as a team key, or the user. */
  draft_key: number | null
  draft_user: number | null
}

interface Query {
  project_id?: string
  status?: string
  kind?: string
  created_after?: string
  created_before?: string
  external_id?: string
  sort?: string
}

interface Caller {
  name: string
  token: string
  keyId: number
  userId: number
  isTeamKey: boolean
  projects: Set<number>
}

const keyFields: Record<List, string> = { files: 'wav_key', insights: 'insight_key', surveys: 'upload_key' }
const statuses: Record<List, readonly string[]> = {
  files: ['pending_upload', 'processing', 'completed', 'error', 'recording'],
  insights: ['pending', 'completed', 'failed'],
  surveys: ['AWAITING_UPLOAD', 'VALIDATING', 'PROCESSING', 'COMPLETED', 'FAILED'],
}
const kinds = ['audio', 'video', 'document', 'image', 'survey']
const externalIds = ['a', 'a b', 'ä,ö', '']

let app: TestApp
let callers: Caller[]
let projects: number[]
const rows: Record<List, Row[]> = { files: [], insights: [], surveys: [] }

beforeAll(async () => {
  app = await startTestApp()
  const { deps } = app
  const team = await makeTeam(deps)
  const [owner, colleague] = [await makeUser(deps, team), await makeUser(deps, team)]
  const keys = await Promise.all([
    makeKey(deps, owner),
    makeKey(deps, owner),
    makeKey(deps, colleague),
    makeKey(deps, owner, { kind: 'team' }),
  ])
  const ids = await Promise.all(keys.map((key) => findKeyId(deps, key)))
  const { rows: made } = await sql<{ id: number }>`
    insert into project (team_id, owner_id, name, share_preference, supported_languages, transcript_language,
      default_ai_language, archived_at)
    select ${team.id}, ${owner.id}, 'Project ' || n, case when n = 3 then 1 else 2 end, '{en-US}', 'en-US', 'en-US',
      case when n = 4 then now() end
    from generate_series(1, 4) n returning id`.execute(deps.db)
  projects = made.map(({ id }) => id)
  const [first = 0, second = 0, third = 0] = projects
  const all = new Set([first, second, third])
  const shared = new Set([first, second])
  callers = await Promise.all(
    [
      { name: 'owner', key: 0, user: owner.id, isTeamKey: false, projects: all },
      { name: 'second key of the owner', key: 1, user: owner.id, isTeamKey: false, projects: all },
      { name: 'colleague', key: 2, user: colleague.id, isTeamKey: false, projects: shared },
      { name: 'team key', key: 3, user: owner.id, isTeamKey: true, projects: shared },
    ].map(async ({ key, user, ...caller }) => ({
      ...caller,
      userId: user,
      keyId: ids[key] ?? 0,
      token: await fetchToken(app.url, keys[key] ?? { client_id: '', client_secret: '' }),
    })),
  )
  await insertRows(team.id, { users: [owner.id, colleague.id], keys: ids })
  await readRows(team.id, ids[3] ?? 0)
}, 120_000)
afterAll(() => app.close())

const alike = (word: string, count: number) => Array.from({ length: count }, () => word)

/** Few distinct times, so that many records share one. */
async function insertRows(teamId: number, by: { users: number[]; keys: number[] }): Promise<void> {
  const { db } = app.deps
  const pick = (values: readonly unknown[], cast: string) =>
    sql`(${[...values]}::${sql.raw(cast)}[])[1 + floor(random() * ${values.length})::int]`
  const project = pick([...projects, ...Array.from({ length: 8 }, () => projects[2])], 'bigint')
  const time = sql`timestamptz '2026-03-01T10:00:00.123456Z' + floor(random() * 40) * interval '1 hour'`
  const externalId = sql`case when random() < 0.5 then ${pick(externalIds, 'text')} end`
  await sql`
    insert into file (team_id, project_id, created_by, name, extension, kind, status, upload_key, object_key, failure_code,
      external_id, created_at, updated_at)
    select ${teamId}, project_id, ${by.users[0]}, 'f', 'pdf', kind, status, gen_random_uuid()::text,
      case when status <> 'pending_upload' then gen_random_uuid()::text end, case when status = 'error' then 'x' end,
      ${externalId}, at, case when random() < 0.7 then at + floor(random() * 9) * interval '1 hour' end
    from (select ${project} as project_id, ${pick([...kinds.slice(0, 4), ...alike('image', 6)], 'text')} as kind, ${time} as at,
        ${pick([...statuses.files.slice(0, 4), ...alike('completed', 6)], 'text')} as status, n from generate_series(1, ${recordsOfEach}::int) n) r`.execute(
    db,
  )
  await sql`
    insert into insight (team_id, project_id, created_by, api_key_id, name, extension, phase, state, upload_key, object_key,
      failure_code, external_id, created_at, updated_at)
    select ${teamId}, project_id, (select user_id from api_key where id = r.key_id), r.key_id, 'i', 'pdf', phase, state,
      gen_random_uuid()::text, case when phase <> 'awaiting_upload' then gen_random_uuid()::text end,
      case when phase = 'failed' then 'x' end, ${externalId}, at,
      case when random() < 0.7 then at + floor(random() * 9) * interval '1 hour' end
    from (select ${project} as project_id, ${pick(['awaiting_upload', 'processing', ...alike('failed', 4)], 'text')} as phase,
        ${time} as at, ${pick([0, 1, 1, 2], 'smallint')} as state, ${pick(by.keys, 'bigint')} as key_id, n
      from generate_series(1, ${recordsOfEach}::int) n) r`.execute(db)
  await sql`
    with record as (
      insert into file (team_id, project_id, created_by, name, extension, kind, status, external_id, created_at)
      select ${teamId}, ${project}, ${by.users[0]}, 's', 'csv', 'survey',
        ${pick(['processing', 'completed'], 'text')}, ${externalId}, ${time} from generate_series(1, ${recordsOfEach}::int)
      returning *)
    insert into survey (file_id, team_id, project_id, name, status, part_count, auto_map, add_to_research_panel, error_details,
      external_id, created_at, updated_at, started_at, mapped_at, completed_at)
    select id, team_id, project_id, 's', survey_status, 1, false, true,
      case when survey_status = 'FAILED' then '{"code": "x"}' else '{}' end::jsonb, external_id, created_at,
      case when random() < 0.7 then created_at + floor(random() * 9) * interval '1 hour' end, created_at, created_at,
      case when survey_status = 'COMPLETED' or random() < 0.4 then created_at + interval '1 hour' end
    from (select *, ${pick([...statuses.surveys, ...alike('COMPLETED', 5)], 'text')} as survey_status from record) r`.execute(
    db,
  )
}

async function readRows(teamId: number, teamKeyId: number): Promise<void> {
  const { db } = app.deps
  const updated = sql`coalesce(updated_at, greatest(created_at, started_at, completed_at))::text as updated_at`
  const common = sql`project_id, external_id, created_at::text as created_at, ${updated}`
  const none = sql`null::bigint as draft_key, null::bigint as draft_user`
  const read = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows
  rows.files = await read(
    sql<Row>`select key, kind, status, false as is_completed, ${none}, ${common} from file where team_id = ${teamId}`,
  )
  rows.insights = await read(sql<Row>`
    select key, 'document' as kind, case phase when 'failed' then 'failed' else 'pending' end as status, false as is_completed,
      case when state = 1 and api_key_id = ${teamKeyId} then api_key_id end as draft_key,
      case when state = 1 and api_key_id <> ${teamKeyId} then created_by end as draft_user, ${common}
    from insight where team_id = ${teamId}`)
  rows.surveys = await read(sql<Row>`
    select upload_key as key, 'survey' as kind, status, completed_at is not null as is_completed, ${none}, ${common}
    from survey where team_id = ${teamId}`)
}

const toMs = (text: string) => Date.parse(text.replace(' ', 'T').replace('+00', 'Z'))

/** The rules of the contract, without a database. Times of the test data have whole milliseconds after truncation. */
function scan(list: List, caller: Caller, query: Query): string[] {
  const isOwn = ({ draft_key, draft_user }: Row) =>
    (draft_key === null && draft_user === null) ||
    (caller.isTeamKey ? draft_key === caller.keyId : draft_user === caller.userId)
  const { status, kind, project_id, external_id, sort = '-created_at' } = query
  const matching = rows[list].filter(
    (row) =>
      caller.projects.has(row.project_id) &&
      isOwn(row) &&
      (list !== 'surveys' || status !== undefined || row.is_completed) &&
      (project_id === undefined || row.project_id === Number(project_id)) &&
      (status === undefined || status.split(',').includes(row.status)) &&
      (kind === undefined || kind.split(',').includes(row.kind)) &&
      (external_id === undefined || row.external_id === external_id) &&
      (query.created_after === undefined || toMs(row.created_at) >= Date.parse(query.created_after)) &&
      (query.created_before === undefined || toMs(row.created_at) < Date.parse(query.created_before)),
  )
  const by = sort.endsWith('created_at') ? 'created_at' : 'updated_at'
  const sign = sort.startsWith('-') ? -1 : 1
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return matching
    .toSorted((a, b) => sign * (toMs(a[by]) - toMs(b[by]) || compare(a.key, b.key)))
    .map(({ key }) => key)
}

const hour = (n: number) => new Date(Date.UTC(2026, 2, 1, 10 + n)).toISOString()
const some = (words: readonly string[]) =>
  fc.subarray([...words], { minLength: 1 }).map((chosen) => chosen.join(','))

function queryFor(list: List): fc.Arbitrary<Query> {
  return fc.record(
    {
      project_id: fc.constantFrom(...projects.map(String), '999999999'),
      status: some(statuses[list]),
      ...(list === 'files' && { kind: some(kinds) }),
      created_after: fc.integer({ min: -1, max: 41 }).map(hour),
      created_before: fc.integer({ min: -1, max: 41 }).map(hour),
      external_id: fc.constantFrom(...externalIds, 'unknown'),
      sort: fc.constantFrom('-created_at', 'created_at', '-updated_at', 'updated_at'),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Query>
}

async function read(list: string, { token }: Pick<Caller, 'token'>, query: Record<string, string>) {
  const answer = await callApi(app.url, token, `/${list}?${new URLSearchParams(query).toString()}`)
  const body = (await answer.json()) as Record<string, unknown>
  expect([answer.status, body['error']]).toEqual([200, undefined])
  return body
}
const keysOf = (list: List, body: Record<string, unknown>) =>
  (body[list] as Record<string, string>[]).map((item) => item[keyFields[list]] ?? '')

describe.each(['files', 'insights', 'surveys'] as const)('the list of %s', (list) => {
  it('REC-3 REC-4 REC-5 returns and counts what a plain scan finds, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(
        queryFor(list).filter((query) => Object.keys(query).length > 0),
        fc.nat(3),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(40),
        async (query, who, limit, offset) => {
          const caller = callers[who] as Caller
          const expected = scan(list, caller, query)
          const page = { limit: String(limit), offset: String(offset) }
          const body = await read(list, caller, { ...query, ...page })
          expect(body['count']).toBe(expected.length)
          expect(keysOf(list, body)).toEqual(expected.slice(offset, offset + limit))
        },
      ),
      { numRuns: queries },
    )
  }, 600_000)

  it('REC-6 pages by cursor contain what a plain scan finds, each record once', async () => {
    await fc.assert(
      fc.asyncProperty(
        queryFor(list),
        fc.nat(3),
        fc.integer({ min: 7, max: 50 }),
        async (query, who, limit) => {
          const caller = callers[who] as Caller
          const walked: string[] = []
          let cursor: string | null = 'start'
          while (cursor !== null) {
            const body = await read(list, caller, { ...query, limit: String(limit), cursor })
            expect(Object.keys(body).toSorted()).toEqual([list, 'next_cursor'].toSorted())
            walked.push(...keysOf(list, body))
            cursor = body['next_cursor'] as string | null
          }
          expect(walked).toEqual(scan(list, caller, query))
        },
      ),
      { numRuns: queries / 4 },
    )
  }, 600_000)
})

it('REC-6 pages by cursor contain every file exactly once while others are added', async () => {
  const [caller] = callers as [Caller]
  const expected = scan('files', caller, {})
  for (const sort of ['-created_at', 'created_at', '-updated_at', 'updated_at']) {
    const walked: string[] = []
    let cursor: string | null = 'start'
    while (cursor !== null) {
      const body = await read('files', caller, { sort, cursor, limit: '50' })
      walked.push(...keysOf('files', body))
      cursor = body['next_cursor'] as string | null
      await sql`
        insert into file (team_id, project_id, created_by, name, extension, kind, upload_key, created_at, updated_at)
        select team_id, id, owner_id, 'new', 'pdf', 'image', gen_random_uuid()::text, at, at
        from project, (select timestamptz '2026-03-01T10:00:00Z' + random() * interval '60 hours' as at from generate_series(1, 3)) t
        where id = ${projects[0]}`.execute(app.deps.db)
    }
    const known = new Set(expected)
    expect(walked.filter((key) => known.has(key)).toSorted()).toEqual(expected.toSorted())
    expect(new Set(walked).size).toBe(walked.length)
  }
}, 120_000)

it('REC-3 REC-5 REC-6 projects are filtered by external_id, sorted, and paged by cursor', async () => {
  const [caller] = callers as [Caller]
  await sql`
    update project set external_id = 'p', changed_at = now() - id * interval '1 day', created_at = now() - id * interval '1 day'
    where id = any (${projects}::bigint[])`.execute(app.deps.db)
  const idsOf = (body: Record<string, unknown>) => (body['projects'] as { id: number }[]).map(({ id }) => id)
  const expected = [...caller.projects].toSorted((a, b) => a - b)
  for (const [sort, ids] of [
    ['-created_at', expected],
    ['updated_at', expected.toReversed()],
  ] as const) {
    const whole = await read('projects', caller, { sort, external_id: 'p' })
    expect([idsOf(whole), whole['count']]).toEqual([ids, ids.length])
    const walked: number[] = []
    let cursor: string | null = 'start'
    while (cursor !== null) {
      const body = await read('projects', caller, { sort, cursor, limit: '1' })
      walked.push(...idsOf(body))
      cursor = body['next_cursor'] as string | null
    }
    expect(walked).toEqual(ids)
  }
  expect(idsOf(await read('projects', caller, { external_id: 'q' }))).toEqual([])
})
