import { expect, it } from 'vitest'
import { makeCaller, makeTeam } from '../harness/admin.ts'
import { type Answer, get, items, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { followerScopes, logOf } from '../harness/events.ts'
import { makeProject } from '../harness/project.ts'
import { makeBmp } from '../harness/samples.ts'
import { surveysOf } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { descriptorOf, upload } from '../harness/upload.ts'

const kinds = {
  insights: { key: 'insight_key', body: { filename: 'report.pdf' } },
  files: { key: 'wav_key', body: { file_name: 'report.pdf' } },
  surveys: { key: 'upload_key', body: { name: 'Survey', file_type: 'CSV', num_parts: 1 } },
} as const
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]
const sorts = ['-created_at', 'created_at', '-updated_at', 'updated_at']

describeOurs('reconciliation', async () => {
  const team = await makeTeam()
  const { token } = await makeCaller({ team, scopes: followerScopes })
  const project_id = await makeProject(token, { project_share_preference: 1 })

  const initialize = (kind: Kind, fields: object = {}, into = project_id): Promise<Answer> =>
    post(`${prefix}/${kind}/initialize`, {
      token,
      json: { project_id: into, ...kinds[kind].body, ...fields },
    })
  async function begin(kind: Kind, fields: object = {}, into = project_id): Promise<string> {
    const answer = await initialize(kind, fields, into)
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    return String(answer.body[kinds[kind].key])
  }
  const list = (kind: string, query: Record<string, string | number>, as = token) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return get(`${prefix}/${kind}?${search.toString()}`, { token: as })
  }
  /** Surveys that have not been completed are listed by status only. */
  const anyStatus = (kind: Kind) =>
    kind === 'surveys' ? { status: 'AWAITING_UPLOAD,VALIDATING,PROCESSING,COMPLETED,FAILED' } : {}
  async function keysIn(kind: Kind, query: Record<string, string | number>, as = token): Promise<string[]> {
    const answer = await list(kind, { ...anyStatus(kind), ...query }, as)
    expect([answer.status, answer.body['error']]).toEqual([200, undefined])
    return items(answer, kind).map((item) => String(item[kinds[kind].key]))
  }
  const status = (kind: Kind, key: string, query = '?include=details') =>
    get(`${prefix}/${kind}/${key}/status${query}`, { token })

  async function importFile(fields: object = {}): Promise<string> {
    const answer = await initialize('files', { file_name: 'white.bmp', ...fields })
    await upload(descriptorOf(answer), makeBmp(8, 8))
    const key = String(answer.body['wav_key'])
    await post(`${prefix}/files/${key}/complete`, { token })
    await get(`${prefix}/files/${key}/status?wait=45`, { token })
    return key
  }

  it('REC-2 external_id and metadata are returned as sent with include, and null without them', async () => {
    const external_id = ' Wave 2 / Ünï ✓ ,;%20'
    const metadata = { 'A key': 'a\nvalue', '': '', ключ: '✓'.repeat(500), [`${'k'.repeat(40)}`]: 'x' }
    for (const kind of kindNames) {
      const key = await begin(kind, { external_id, metadata })
      expect((await status(kind, key)).body).toMatchObject({ external_id, metadata })
      expect((await status(kind, key, '')).text).not.toContain('metadata')
      const without = await begin(kind, { external_id: null, metadata: null })
      expect((await status(kind, without)).body).toMatchObject({ external_id: null, metadata: null })
      const empty = await begin(kind, { external_id: '', metadata: {} })
      expect((await status(kind, empty)).body).toMatchObject({ external_id: '', metadata: {} })
      const listed = items(await list(kind, { ...anyStatus(kind), include: 'details', external_id }), kind)
      expect(listed).toEqual([expect.objectContaining({ external_id, [kinds[kind].key]: key })])
    }
    const created = await post(`${prefix}/projects/create`, {
      token,
      json: { name: 'With references', external_id, metadata },
    })
    expect([created.status, Object.keys(created.body)]).toEqual([201, ['id', 'name']])
  })

  it('REC-2 rejects references over their limits and names the field', async () => {
    const pairs = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))
    const refused: [object, string][] = [
      [{ external_id: 'x'.repeat(256) }, 'external_id'],
      [{ external_id: 'a\nb' }, 'external_id'],
      [{ external_id: 7 }, 'external_id'],
      [{ metadata: [] }, 'metadata'],
      [{ metadata: 'x' }, 'metadata'],
      [{ metadata: { a: 1 } }, 'metadata'],
      [{ metadata: { 'a\nb': 1 } }, 'metadata'],
      [{ metadata: { a: null } }, 'metadata'],
      [{ metadata: { a: { b: 'c' } } }, 'metadata'],
      [{ metadata: { a: 'x'.repeat(501) } }, 'metadata'],
      [{ metadata: { ['k'.repeat(41)]: 'x' } }, 'metadata'],
      [{ metadata: { a: 'a\0b' } }, 'metadata'],
      [{ metadata: pairs(51) }, 'metadata'],
    ]
    for (const [fields, field] of refused) {
      const answers = [
        ...(await Promise.all(kindNames.map((kind) => initialize(kind, fields)))),
        await post(`${prefix}/projects/create`, { token, json: { name: 'Refused', ...fields } }),
      ]
      for (const { status: code, body } of answers) {
        const fieldsOf = (body['details'] as { field: string }[] | undefined)?.map((one) => one.field)
        expect([JSON.stringify(fields).slice(0, 60), code, fieldsOf?.[0]?.split('.')[0]]).toEqual([
          JSON.stringify(fields).slice(0, 60),
          400,
          field,
        ])
      }
    }
    for (const fields of [{ external_id: '😀'.repeat(255) }, { metadata: pairs(50) }])
      for (const kind of kindNames) await begin(kind, fields)
  })

  it('REC-2 EVT-7 events have the external_id of their record', async () => {
    const log = logOf(token)
    const start = await log.latest()
    const created = await post(`${prefix}/projects/create`, {
      token,
      json: { name: 'Named', external_id: 'project-1' },
    })
    const key = await importFile({ external_id: 'file-1' })
    const survey = await surveysOf(token, project_id).importParts([makeCsv('a@example.org')], {
      column_mapping: mapping,
      external_id: 'survey-1',
    })
    const events = await log.all({ after: start })
    const idsOf = (isOf: (data: Record<string, unknown>) => boolean) =>
      new Set(events.filter(({ data }) => isOf(data)).map(({ data }) => data.external_id))
    expect(idsOf((data) => data['wav_key'] === key)).toEqual(new Set(['file-1']))
    expect(idsOf((data) => data['upload_key'] === survey.key)).toEqual(new Set(['survey-1']))
    expect(idsOf((data) => data['project_id'] === created.body['id'])).toEqual(new Set(['project-1']))
  })

  it('REC-2 the file that stands for a survey has its external_id and metadata', async () => {
    await begin('surveys', { external_id: 'as-file', metadata: { a: 'b' } })
    const [key] = await keysIn('files', { external_id: 'as-file', kind: 'survey' })
    expect((await status('files', String(key))).body).toMatchObject({
      kind: 'survey',
      external_id: 'as-file',
      metadata: { a: 'b' },
    })
  })

  it('REC-3 filters by project, time, status, kind and external_id, and counts what matches', async () => {
    const other = await makeProject(token)
    for (const kind of kindNames) {
      const first = await begin(kind, { external_id: 'one' }, other)
      const created = (await status(kind, first, '')).body['created_at']
      await new Promise((resolve) => setTimeout(resolve, 5))
      const second = await begin(kind, { external_id: 'two' }, other)
      const later = String((await status(kind, second, '')).body['created_at'])
      const query = { ...anyStatus(kind), project_id: other }
      const all = await list(kind, query)
      expect(all.body).toMatchObject({ count: 2, next: null, previous: null })
      expect(await keysIn(kind, { project_id: other })).toEqual([second, first])
      expect(await keysIn(kind, { project_id: other, external_id: 'one' })).toEqual([first])
      expect(await keysIn(kind, { project_id: other, created_after: String(created) })).toEqual([
        second,
        first,
      ])
      expect(await keysIn(kind, { project_id: other, created_after: later })).toEqual([second])
      expect(await keysIn(kind, { project_id: other, created_before: later })).toEqual([first])
      // A plus sign that was not encoded.
      const offset = later.replace(/(Z|\+00:00)$/, '+00:00')
      const raw = await get(
        `${prefix}/${kind}?project_id=${other}&created_before=${offset}&status=${query.status ?? ''}`.replace(
          /&status=$/,
          '',
        ),
        { token },
      )
      expect(items(raw, kind)).toHaveLength(1)
      const page = await list(kind, { ...query, limit: 1 })
      expect(page.body['count']).toBe(2)
      const next = new URL(String(page.body['next']))
      expect(next.searchParams.get('project_id')).toBe(String(other))
      expect(items(await get(next.href, { token }), kind)).toHaveLength(1)
      expect(await keysIn(kind, { project_id: 999_999_999 })).toEqual([])
    }
    expect((await list('files', { project_id: other, kind: 'document' })).body['count']).toBe(2)
    expect((await list('files', { project_id: other, kind: 'survey' })).body['count']).toBe(2)
    expect((await list('files', { project_id: other, kind: 'document,survey' })).body['count']).toBe(4)
    expect((await list('files', { project_id: other, status: 'pending_upload' })).body['count']).toBe(2)
    expect((await list('files', { project_id: other, status: 'error,completed' })).body['count']).toBe(0)
    expect((await list('insights', { project_id: other, status: 'pending' })).body['count']).toBe(2)
    expect((await list('insights', { project_id: other, status: 'failed' })).body['count']).toBe(0)
    const named = await post(`${prefix}/projects/create`, { token, json: { name: 'N', external_id: 'p 7' } })
    const projects = await list('projects', { external_id: 'p 7' })
    expect(projects.body).toEqual({ projects: [named.body], count: 1, next: null, previous: null })
    expect((await list('projects', { external_id: 'p' })).body['count']).toBe(0)
  })

  it('REC-3 shows nothing of projects without access, of drafts of others or of other teams', async () => {
    const colleague = await makeCaller({ team, scopes: followerScopes })
    const stranger = await makeCaller({ scopes: followerScopes })
    const shared = await makeProject(token, { project_share_preference: 2 })
    const external_id = 'secret'
    const draft = await begin('insights', { external_id }, shared)
    const hidden = [draft]
    for (const kind of kindNames) hidden.push(await begin(kind, { external_id }))
    const seenBy = async (kind: Kind, query: Record<string, string | number>, as: string) =>
      (await keysIn(kind, query, as)).filter((key) => hidden.includes(key))
    for (const [kind, query] of kindNames.flatMap((kind) => [
      [kind, { external_id }] as const,
      [kind, { project_id }] as const,
      [kind, { cursor: 'start', sort: '-updated_at' }] as const,
      [kind, { created_after: '2020-01-01T00:00:00Z', sort: '-updated_at' }] as const,
    ])) {
      expect(await seenBy(kind, query, colleague.token)).toEqual([])
      expect(await keysIn(kind, query, stranger.token)).toEqual([])
      expect(await seenBy(kind, query, token)).not.toEqual([])
    }
    expect(await keysIn('insights', { project_id: shared })).toEqual([draft])
  })

  it('REC-3 GEN-5 an unusable filter, order or cursor gives 400 and names the parameter', async () => {
    const refused: Record<string, string[]> = {
      project_id: ['x', '', '0', '-1', '1.5', '1e3', '99999999999999999999'],
      status: ['', 'done', 'completed,', 'completed;failed'],
      created_after: [
        '',
        'yesterday',
        '2026-03-01',
        '2026-02-30T10:00:00Z',
        '2026-03-01T10:00:00',
        '1772359200',
      ],
      created_before: ['', '2026-03-01T25:00:00Z', '2026-03-01T10:00:00+99:00', 'infinity'],
      external_id: ['x'.repeat(256), 'a\nb', '\0'],
      sort: ['', 'name', 'created', '-created_at,updated_at', '+created_at'],
    }
    for (const kind of kindNames)
      for (const [name, values] of Object.entries(refused))
        for (const value of values) {
          const { status: code, body } = await list(kind, { [name]: value })
          const field = (body['details'] as { field: string }[] | undefined)?.[0]?.field
          expect([kind, name, value, code, field]).toEqual([kind, name, value, 400, name])
        }
    for (const kind of ['', 'documents', 'audio,']) expect((await list('files', { kind })).status).toBe(400)
    const twice = await get(`${prefix}/files?project_id=1&project_id=2`, { token })
    expect(twice.status).toBe(400)
    expect((await list('projects', { sort: 'name' })).status).toBe(400)
  })

  it('REC-4 surveys of other statuses are listed on request, with completed_at null', async () => {
    const into = await makeProject(token)
    const waiting = await begin('surveys', {}, into)
    const done = await surveysOf(token, into).importParts([makeCsv('a@example.org')], {
      column_mapping: mapping,
    })
    const failed = await surveysOf(token, into).importParts(['a,b\n1,2,3\n'], {
      column_mapping: { a: 'Name' },
    })
    const keys = async (query: Record<string, string>) =>
      items(await list('surveys', { project_id: into, ...query }), 'surveys').map(
        (item) => item['upload_key'],
      )
    expect(await keys({})).toEqual([done.key])
    expect(await keys({ status: 'COMPLETED' })).toEqual([done.key])
    expect(await keys({ status: 'AWAITING_UPLOAD' })).toEqual([waiting])
    expect(await keys({ status: 'FAILED,AWAITING_UPLOAD' })).toEqual([failed.key, waiting])
    const listed = items(
      await list('surveys', { project_id: into, status: 'FAILED,AWAITING_UPLOAD', include: 'details' }),
      'surveys',
    )
    expect(listed).toMatchObject([
      { completed_at: null, status: 'FAILED', error_code: expect.stringMatching(/\w/), external_id: null },
      {
        completed_at: null,
        status: 'AWAITING_UPLOAD',
        error_code: null,
        updated_at: expect.stringMatching(/Z$/),
      },
    ])
    const [plain = {}] = items(await list('surveys', { project_id: into }), 'surveys')
    expect(Object.keys(plain)).not.toContain('status')
  })

  it('REC-5 sorts by creation or by the last change, in both directions', async () => {
    const into = await makeProject(token)
    const first = await initialize('files', { file_name: 'white.bmp' }, into)
    for (let later = 0; later < 2; later += 1) await begin('files', {}, into)
    await upload(descriptorOf(first), makeBmp(8, 8))
    await post(`${prefix}/files/${String(first.body['wav_key'])}/complete`, { token })
    await get(`${prefix}/files/${String(first.body['wav_key'])}/status?wait=45`, { token })
    for (const by of ['created_at', 'updated_at']) {
      const read = async (sort: string) =>
        items(await list('files', { project_id: into, sort, include: 'details' }), 'files')
      const [rising, falling] = [await read(by), await read(`-${by}`)]
      expect(falling).toEqual(rising.toReversed())
      const times = rising.map((item) => Date.parse(String(item[by])))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
    const [latest] = await keysIn('files', { project_id: into, sort: '-updated_at' })
    expect(latest).toBe(first.body['wav_key'])
    const plain = await keysIn('files', {})
    expect(await keysIn('files', { sort: '-created_at' })).toEqual(plain)
  })

  it('REC-6 a cursor pages through the whole list once, while records are added', async () => {
    const into = await makeProject(token)
    for (const kind of kindNames) {
      const made: string[] = []
      for (let i = 0; i < 7; i += 1) made.push(await begin(kind, {}, into))
      for (const sort of sorts) {
        const seen: string[] = []
        let cursor: string | null = 'start'
        while (cursor !== null) {
          const query: Record<string, string | number> = {
            ...anyStatus(kind),
            project_id: into,
            sort,
            cursor,
            limit: 3,
          }
          const answer: Answer = await list(kind, query)
          expect(Object.keys(answer.body).toSorted()).toEqual([kind, 'next_cursor'].toSorted())
          seen.push(...items(answer, kind).map((item) => String(item[kinds[kind].key])))
          cursor = answer.body['next_cursor'] as string | null
          if (seen.length < 4) await begin(kind, {}, into)
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect(made.filter((key) => !seen.includes(key))).toEqual([])
      }
    }
    const projects: unknown[] = []
    let cursor: string | null = 'start'
    while (cursor !== null) {
      const answer: Answer = await list('projects', { cursor, limit: 2 })
      projects.push(...items(answer, 'projects'))
      cursor = answer.body['next_cursor'] as string | null
    }
    expect(projects).toEqual(items(await get(`${prefix}/projects`, { token }), 'projects'))
  })

  it('REC-6 refuses offset with a cursor, and a cursor that no page has produced', async () => {
    const into = await makeProject(token)
    for (let i = 0; i < 2; i += 1) await begin('files', {}, into)
    const first = await list('files', { project_id: into, cursor: 'start', limit: 1 })
    const cursor = String(first.body['next_cursor'])
    for (const offset of ['0', '5', 'x']) {
      const { status: code, body } = await list('files', { cursor, offset })
      expect([code, body['details']]).toEqual([400, [{ field: 'offset', message: expect.any(String) }]])
    }
    const asCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    for (const broken of [
      '',
      'x',
      'Start',
      asCursor([]),
      asCursor(parts.slice(1)),
      asCursor([...parts.slice(0, 3), 'x']),
      asCursor([...parts.slice(0, 2), 'infinity', parts[3]]),
    ]) {
      const { status: code, body } = await list('files', { cursor: broken })
      expect([broken, code, body['code']]).toEqual([broken, 400, 'invalid_cursor'])
    }
    for (const [kind, query] of [
      ['insights', { cursor }],
      ['projects', { cursor }],
      ['files', { cursor, sort: 'created_at' }],
    ] as const) {
      const { status: code, body } = await list(kind, query)
      expect([kind, code, body['code']]).toEqual([kind, 400, 'invalid_cursor'])
    }
    expect((await list('files', { project_id: into, cursor, limit: 1 })).body).toMatchObject({
      next_cursor: null,
    })
  })

  it('REC-1 GEN-1 lists without new parameters have the same fields, order and count as before', async () => {
    for (const kind of kindNames) {
      const { body } = await get(`${prefix}/${kind}`, { token })
      expect(Object.keys(body)).toEqual([kind, 'count', 'next', 'previous'])
    }
    const fields = {
      insights: ['insight_key', 'name', 'project_id', 'processing_status', 'created_at'],
      files: ['wav_key', 'name', 'project_id', 'status', 'created_at'],
    }
    for (const kind of ['insights', 'files'] as const) {
      const [item = {}] = items(await get(`${prefix}/${kind}`, { token }), kind)
      expect(Object.keys(item)).toEqual(fields[kind])
    }
  })
})
