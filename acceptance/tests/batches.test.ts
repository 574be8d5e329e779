import { describe, expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { type Answer, fetchToken, get, post, prefix } from '../harness/api.ts'
import { type BatchName, type ItemResult, keyOf, resultsOf, sendBatch, statusesOf } from '../harness/batch.ts'
import { anyCaller } from '../harness/caller.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'
import { surveysOf } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { type Descriptor, upload } from '../harness/upload.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const newKey = () => `batch-${Date.now()}-${Math.random()}`
const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'
const withoutRequestId = (body: Record<string, unknown>) => ({ ...body, request_id: undefined })
const uploadTo = ({ body }: ItemResult) => upload(body as unknown as Descriptor, 'A text.')
const statusesIn = (answer: Answer) => resultsOf(answer).map(({ http_status }) => http_status)

describe('batches', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const surveys = surveysOf(token, project_id)
  const send = (name: BatchName, items: unknown, key?: string) =>
    sendBatch(token, name, { items }, key === undefined ? {} : { headers: { 'idempotency-key': key } })
  const insight = (filename: string, more: object = {}) => ({
    kind: 'insight',
    project_id,
    filename,
    ...more,
  })
  const file = (file_name: string, more: object = {}) => ({ kind: 'file', project_id, file_name, ...more })
  const single = (path: string, json?: object) => post(`${prefix}/${path}`, { token, ...(json && { json }) })

  /** Imports of each kind whose files are uploaded. */
  async function uploaded() {
    const begun = resultsOf(await send('initialize', [insight('a.txt'), file('b.txt')]))
    await Promise.all(begun.map(uploadTo))
    const survey = await surveys.begin({ column_mapping: mapping })
    await Promise.all(survey.parts.map((part) => upload(part, makeCsv('a@example.org'))))
    const [first, second] = begun.map(keyOf)
    return [
      { kind: 'insight', key: first ?? '' },
      { kind: 'file', key: second ?? '' },
      { kind: 'survey', key: survey.key },
    ]
  }

  it('BLK-1 initializes up to 100 insights and files in one call', async () => {
    const wanted = Array.from({ length: 100 }, (_, i) =>
      i % 2 === 0 ? insight(`${i}.txt`) : file(`${i}.txt`, { external_id: `ext-${i}` }),
    )
    const results = resultsOf(await send('initialize', wanted))
    expect(results.map(({ index }) => index)).toEqual(wanted.map((_, i) => i))
    expect(new Set(results.map(({ http_status }) => http_status))).toEqual(new Set([201]))
    expect(new Set(results.map(keyOf)).size).toBe(100)
    for (const { index, body } of results)
      expect(Object.keys(body)).toContain(index % 2 === 0 ? 'insight_key' : 'wav_key')
    const [first] = results
    if (first) expect((await uploadTo(first)).status).toBeLessThan(300)
    const multipart = await send('initialize', [
      file('large.mp4', { upload_type: 'multipart', size_bytes: 20_000_000 }),
    ])
    expect(resultsOf(multipart)).toMatchObject([{ http_status: 201, body: { upload: { part_count: 2 } } }])
  })

  it('BLK-1 surveys are not accepted by initialize', async () => {
    const survey = { kind: 'survey', project_id, name: 'a', file_type: 'CSV', num_parts: 1 }
    const answer = await send('initialize', [file('a.txt'), survey])
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_request'])
  })

  it('BLK-2 BLK-9 completes every kind of import, and status waits for them', async () => {
    const items = await uploaded()
    const [first, ...others] = items
    const completed = resultsOf(await send('complete', [{ ...first, should_publish: true }, ...others]))
    expect(completed.map(({ http_status, body }) => [http_status, body['status']])).toEqual([
      [202, 'processing'],
      [200, 'processing'],
      [202, 'VALIDATING'],
    ])
    let awaited = items
    for (let calls = 0; awaited.length > 0; calls += 1) {
      expect(calls).toBeLessThan(12)
      const answer = await sendBatch(token, 'status', { items: awaited }, { query: '?wait=45' })
      const ended = statusesOf(answer).filter(({ is_final }) => is_final)
      for (const { status, http_status } of ended)
        expect([status?.toLowerCase(), http_status]).toEqual(['completed', 200])
      awaited = awaited.filter(({ key }) => !ended.some((one) => one.key === key))
    }
    const published = await get(`${prefix}/insights/${first?.key}/status`, { token })
    expect(published.body['insight_state']).toBe(0)
  })

  it('BLK-3 each result is that of the single call', async () => {
    const wrong: [string, object][] = [
      ['insights/initialize', { project_id, filename: 'a.exe' }],
      ['insights/initialize', { project_id, filename: 'a.txt', should_publish: true }],
      ['insights/initialize', { project_id }],
      ['insights/initialize', { project_id: 2_000_000_000, filename: 'a.txt' }],
      ['files/initialize', { project_id: 'x', file_name: 7 }],
      ['files/initialize', { project_id, file_name: 'a.mp4', upload_type: 'multipart' }],
      ['files/initialize', { project_id, file_name: 'a.txt', metadata: { a: 1 } }],
      ['files/initialize', {}],
    ]
    const items = wrong.map(([path, body]) => ({
      ...body,
      kind: path.startsWith('files') ? 'file' : 'insight',
    }))
    const answer = await send('initialize', items)
    for (const [i, [path, body]] of wrong.entries()) {
      const alone = await single(path, body)
      const inBatch = resultsOf(answer)[i]
      expect([i, inBatch?.http_status]).toEqual([i, alone.status])
      expect(withoutRequestId(inBatch?.body ?? {})).toEqual(withoutRequestId(alone.body))
      expect(inBatch?.body['request_id']).toBe(answer.headers.get('x-request-id'))
    }
    const [begunInsight, begunFile] = resultsOf(await send('initialize', [insight('a.txt'), file('a.txt')]))
    const alone = await single('files/initialize', { project_id, file_name: 'a.txt' })
    expect(begunFile?.http_status).toBe(alone.status)
    expect(Object.keys(begunFile?.body ?? {})).toEqual(Object.keys(alone.body))
    const survey = await surveys.begin()
    const paths = [
      ['insight', begunInsight ? keyOf(begunInsight) : '', 'insights'],
      ['file', begunFile ? keyOf(begunFile) : '', 'files'],
      ['survey', survey.key, 'surveys'],
      ['insight', nowhere, 'insights'],
      ['file', 'no key', 'files'],
      ['survey', nowhere, 'surveys'],
    ] as const
    const refused = await send(
      'complete',
      paths.map(([kind, key]) => ({ kind, key })),
    )
    for (const [i, [, key, folder]] of paths.entries()) {
      const one = await single(`${folder}/${encodeURIComponent(key)}/complete`)
      const inBatch = resultsOf(refused)[i]
      expect([i, inBatch?.http_status]).toEqual([i, one.status])
      expect(withoutRequestId(inBatch?.body ?? {})).toEqual(withoutRequestId(one.body))
    }
  })

  it('BLK-4 an item that fails affects no other', async () => {
    const answer = await send('initialize', [file('a.txt'), file('a.exe'), insight('b.txt')])
    expect(answer.status).toBe(200)
    expect(statusesIn(answer)).toEqual([201, 400, 201])
    const [first, , last] = resultsOf(answer)
    if (!first || !last) throw new Error('There are no results.')
    await uploadTo(first)
    const completed = await send('complete', [
      { kind: 'insight', key: keyOf(last) },
      { kind: 'file' },
      { kind: 'file', key: keyOf(first) },
    ])
    expect(statusesIn(completed)).toEqual([400, 400, 200])
    expect(resultsOf(completed)[0]?.body['code']).toBe('upload_missing')
    expect(resultsOf(completed)[1]?.body['details']).toEqual([{ field: 'key', message: 'is required' }])
  })

  it.each(['initialize', 'complete', 'status'] as const)(
    'BLK-5 a malformed envelope of %s fails as a whole',
    async (name) => {
      const item = { kind: 'file', key: nowhere, project_id, file_name: 'a.txt' }
      for (const body of [
        {},
        [],
        { items: [] },
        { items: 'x' },
        { items: [item, 7] },
        { items: [item, { ...item, kind: 'project' }] },
        { items: [item, { key: nowhere }] },
        { items: Array.from({ length: 101 }, () => item) },
      ]) {
        const answer = await sendBatch(token, name, body)
        expect([JSON.stringify(body).slice(0, 60), answer.status, answer.body['code']]).toEqual([
          JSON.stringify(body).slice(0, 60),
          400,
          'invalid_request',
        ])
      }
      const large = await sendBatch(token, name, { items: [{ ...item, metadata: 'x'.repeat(1024 * 1024) }] })
      expect([large.status, large.body['code']]).toEqual([413, 'payload_too_large'])
      const anonymous = await post(`${prefix}/batch/${name}`, { json: { items: [item] } })
      expect(anonymous.status).toBe(401)
    },
  )

  it('BLK-8 status has the same fields for every kind', async () => {
    const begun = await send('initialize', [
      insight('a.txt', { external_id: 'mine' }),
      file('b.txt', { external_id: 'yours' }),
    ])
    const [insightKey, fileKey] = resultsOf(begun).map(keyOf)
    const survey = await surveys.begin({ external_id: 'ours' })
    const items = [
      { kind: 'survey', key: survey.key },
      { kind: 'insight', key: insightKey },
      { kind: 'file', key: fileKey },
      { kind: 'file', key: insightKey },
      { kind: 'insight', key: 'no key' },
      { kind: 'file', key: fileKey },
    ]
    const answer = await send('status', items)
    const open = { http_status: 200, is_final: false, error_reason: null, error_code: null, progress: null }
    const away = { http_status: 404, is_final: true, status: null, external_id: null, error_reason: null }
    const rest = { error_code: null, progress: null }
    expect(statusesOf(answer)).toEqual([
      { index: 0, ...items[0], ...open, status: 'AWAITING_UPLOAD', external_id: 'ours' },
      { index: 1, ...items[1], ...open, status: 'pending', external_id: 'mine' },
      { index: 2, ...items[2], ...open, status: 'pending_upload', external_id: 'yours' },
      { index: 3, ...items[3], ...away, ...rest },
      { index: 4, ...items[4], ...away, ...rest },
      { index: 5, ...items[5], ...open, status: 'pending_upload', external_id: 'yours' },
    ])
  })

  it('BLK-8 status reports why an import failed', async () => {
    const begun = resultsOf(await send('initialize', [file('broken.pdf')]))
    for (const one of begun) await uploadTo(one)
    const items = begun.map((one) => ({ kind: 'file', key: keyOf(one) }))
    await send('complete', items)
    const answer = await sendBatch(token, 'status', { items }, { query: '?wait=45' })
    const [failed] = statusesOf(answer)
    expect(failed).toMatchObject({ http_status: 200, status: 'error', is_final: true, progress: null })
    const alone = await get(`${prefix}/files/${failed?.key}/status?include=details`, { token })
    expect([failed?.error_reason, failed?.error_code]).toEqual([
      alone.body['error_reason'],
      alone.body['error_code'],
    ])
  })

  it('BLK-9 status does not wait if an item needs the caller or is out of reach', async () => {
    const begun = resultsOf(await send('initialize', [file('a.txt')]))
    for (const items of [
      begun.map((one) => ({ kind: 'file', key: keyOf(one) })),
      [{ kind: 'survey', key: nowhere }],
    ]) {
      const startedAt = Date.now()
      const answer = await sendBatch(token, 'status', { items }, { query: '?wait=45' })
      expect(answer.status).toBe(200)
      expect(Date.now() - startedAt).toBeLessThan(10_000)
      const wrong = await sendBatch(token, 'status', { items }, { query: '?wait=soon' })
      expect(wrong.status).toBe(400)
    }
  })

  it('IDM-7 a repetition replays the items that succeeded and attempts the others again', async () => {
    const begun = resultsOf(await send('initialize', [file('a.txt'), file('b.txt')]))
    const [first, second] = begun
    if (!first || !second) throw new Error('There are no results.')
    await uploadTo(first)
    const items = begun.map((one) => ({ kind: 'file', key: keyOf(one) }))
    const key = newKey()
    const partly = await send('complete', items, key)
    expect([statusesIn(partly), isReplayed(partly)]).toEqual([[200, 400], false])
    await uploadTo(second)
    const rest = await send('complete', items, key)
    expect([statusesIn(rest), isReplayed(rest)]).toEqual([[200, 200], false])
    const again = await send('complete', items, key)
    expect([statusesIn(again), isReplayed(again), again.body]).toEqual([[200, 200], true, rest.body])
  })

  it('IDM-7 a repeated initialize returns the same records with descriptors that work', async () => {
    const key = newKey()
    const items = [insight('a.txt'), file('a.exe'), file('b.txt')]
    const first = resultsOf(await send('initialize', items, key))
    const again = resultsOf(await send('initialize', items, key))
    expect(again.map(({ http_status }) => http_status)).toEqual([201, 400, 201])
    expect(again.map(keyOf)).toEqual(first.map(keyOf))
    for (const one of [again[0], again[2]]) if (one) expect((await uploadTo(one)).status).toBeLessThan(300)
  })

  it('IDM-6 IDM-7 the key of a batch cannot be used for another request, unless no item succeeded', async () => {
    const key = newKey()
    const reused = [422, 'idempotency_key_reused']
    expect((await send('initialize', [file('a.exe')], key)).status).toBe(200)
    expect(statusesIn(await send('initialize', [file('a.txt'), file('b.exe')], key))).toEqual([201, 400])
    const others = [
      await send('initialize', [file('a.txt'), file('b.txt')], key),
      await send('initialize', [file('a.txt')], key),
      await send('complete', [{ kind: 'file', key: nowhere }], key),
      await post(`${prefix}/projects/create`, {
        token,
        json: { name: 'Another' },
        headers: { 'idempotency-key': key },
      }),
    ]
    for (const { status, body } of others) expect([status, body['code']]).toEqual(reused)
    const usedAlone = newKey()
    const headers = { 'idempotency-key': usedAlone }
    await post(`${prefix}/projects/create`, { token, json: { name: 'Alone' }, headers })
    const batch = await send('initialize', [file('a.txt')], usedAlone)
    expect([batch.status, batch.body['code']]).toEqual(reused)
  })

  it('IDM-1 IDM-7 status ignores the key', async () => {
    const key = newKey()
    for (const items of [[{ kind: 'file', key: nowhere }], [{ kind: 'insight', key: nowhere }]]) {
      const answer = await send('status', items, key)
      expect([answer.status, isReplayed(answer)]).toEqual([200, false])
    }
    expect((await send('status', [{ kind: 'file', key: nowhere }], 'x'.repeat(300))).status).toBe(200)
  })
})

describeOurs('batches of several keys', async () => {
  const owner = await makeCaller()
  const project_id = await makeProject(owner.token)
  const both = [
    { kind: 'insight', project_id, filename: 'a.txt' },
    { kind: 'file', project_id, file_name: 'a.txt' },
  ]

  it('BLK-5 a scope that is missing for one kind fails the items of that kind with 403', async () => {
    const token = await fetchToken(owner.key, 'file:write project:read')
    const begun = await sendBatch(token, 'initialize', { items: both })
    expect(statusesIn(begun)).toEqual([403, 201])
    expect(resultsOf(begun)[0]?.body).toMatchObject({
      code: 'insufficient_scope',
      required_scope: 'insight:write',
    })
    const items = [
      { kind: 'survey', key: nowhere },
      { kind: 'file', key: nowhere },
    ]
    expect(statusesIn(await sendBatch(token, 'complete', { items }))).toEqual([403, 404])
    const statuses = statusesOf(await sendBatch(token, 'status', { items }))
    expect(statuses.map(({ http_status }) => http_status)).toEqual([403, 404])
    const withoutProjects = await fetchToken(owner.key, 'file:write')
    const refused = await sendBatch(withoutProjects, 'initialize', { items: both.slice(1) })
    expect(resultsOf(refused)[0]?.body['required_scope']).toBe('project:read')
  })

  it('BLK-5 without the scopes of any kind the whole call is refused', async () => {
    const token = await fetchToken(owner.key, 'project:read')
    for (const name of ['initialize', 'complete', 'status'] as const) {
      const answer = await sendBatch(token, name, { items: [{ kind: 'file', key: nowhere }] })
      expect([answer.status, answer.body['code']]).toEqual([403, 'insufficient_scope'])
    }
  })

  it('BLK-6 a batch counts as one request of the default allowance', async () => {
    const { team } = owner
    const caller = await makeCaller({ team, limit: 4 })
    const items = Array.from({ length: 50 }, () => both[1])
    const answers = []
    for (let i = 0; i < 5; i += 1) answers.push(await sendBatch(caller.token, 'initialize', { items }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=3;/)
  })

  it('BLK-6 a key runs at most two batches at once, over all processes', async () => {
    const items = Array.from({ length: 100 }, () => both[1])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sendBatch(owner.token, 'initialize', { items })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(2)
    for (const { body, headers } of refused) {
      expect(body['code']).toBe('rate_limited')
      expect(headers.get('retry-after')).toBe('1')
    }
    const other = await makeCaller({ team: owner.team })
    expect((await sendBatch(other.token, 'initialize', { items: items.slice(0, 1) })).status).toBe(200)
  })

  it('BLK-8 status shows a key what the single calls show it, also to a viewer', async () => {
    const viewer = await makeCaller({ team: owner.team, role: 'viewer' })
    const [draft, file] = resultsOf(await sendBatch(owner.token, 'initialize', { items: both }))
    if (!draft || !file) throw new Error('There are no results.')
    const items = [
      { kind: 'insight', key: keyOf(draft) },
      { kind: 'file', key: keyOf(file) },
    ]
    const statuses = statusesOf(await sendBatch(viewer.token, 'status', { items }))
    expect(statuses.map(({ http_status }) => http_status)).toEqual([404, 200])
    for (const name of ['initialize', 'complete'] as const) {
      const answer = await sendBatch(viewer.token, name, { items })
      expect([answer.status, answer.body['code']]).toEqual([403, 'read_only_role'])
    }
  })
})
