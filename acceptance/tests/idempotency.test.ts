import { afterAll, describe, expect, it } from 'vitest'
import { admin, makeCaller } from '../harness/admin.ts'
import { type Answer, call, get, items, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { followerScopes } from '../harness/events.ts'
import { makeProject } from '../harness/project.ts'
import { startReceiver } from '../harness/receiver.ts'
import { partsOf, surveysOf } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { descriptorOf, upload } from '../harness/upload.ts'

const newKey = () => `key-${Date.now()}-${Math.random()}`
const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'

/** They ignore the header. */
const changesNothing = new Set([`${prefix}/batch/status`])

/** A POST under the import prefix with an Idempotency-Key. */
const postWith = (token: string) => (path: string, key: string, json?: object) =>
  post(path.startsWith('/') ? path : `${prefix}/${path}`, {
    token,
    headers: { 'idempotency-key': key },
    ...(json && { json }),
  })

describe('Idempotency-Key', async () => {
  const { token } = await anyCaller()
  const project = await makeProject(token)
  const send = postWith(token)
  const surveys = surveysOf(token, project)
  const createProject = (key: string, name = 'Once') => send('projects/create', key, { name })
  const initializeFile = (key: string, file_name = 'once.txt') =>
    send('files/initialize', key, { project_id: project, file_name })

  it.each(['', '""', '"open', 'x'.repeat(256), 'caf\u00e9'])(
    'IDM-1 the value %j is rejected with 400',
    async (key) => {
      const answer = await createProject(key)
      expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_request'])
      expect(answer.body['details']).toEqual([expect.objectContaining({ field: 'Idempotency-Key' })])
    },
  )

  it('IDM-1 a quoted string and the bare value are the same key of up to 255 characters', async () => {
    const key = newKey().padEnd(255, 'x')
    const first = await createProject(key)
    expect([first.status, isReplayed(first)]).toEqual([201, false])
    const quoted = await createProject(`"${key}"`)
    expect([quoted.status, isReplayed(quoted), quoted.body]).toEqual([201, true, first.body])
  })

  it('IDM-1 every POST of the OpenAPI document that changes something accepts the header and lists its errors', async () => {
    const document = (await get('/openapi.json')).body as unknown as OpenApi
    const posts = Object.entries(document.paths).flatMap(([path, { post: operation }]) =>
      operation && path.startsWith('/api/v1/developer/') && !changesNothing.has(path) ? [operation] : [],
    )
    expect(posts.length).toBeGreaterThan(14)
    for (const { parameters, responses } of posts) {
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }))
      expect(responses).toMatchObject({ 409: { headers: { 'Retry-After': {} } }, 422: {} })
      const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      expect(success?.[1]).toMatchObject({ headers: { 'Idempotent-Replayed': {} } })
    }
  })

  it('IDM-3 IDM-6 concurrent calls with one key take effect once', async () => {
    const key = newKey()
    const name = `Racing ${key}`
    const answers = await Promise.all(Array.from({ length: 12 }, () => createProject(key, name)))
    for (const { status, body, headers } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body['code']]).toEqual([409, 'idempotency_in_progress'])
      expect(headers.get('retry-after')).toBe('1')
    }
    const last = await createProject(key, name)
    expect([last.status, isReplayed(last)]).toEqual([201, true])
    const created = answers.filter(({ status }) => status === 201)
    expect(new Set([...created, last].map(({ body }) => body['id'])).size).toBe(1)
    expect(created.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    const listed = items(await get(`${prefix}/projects?limit=50`, { token }), 'projects')
    expect(listed.filter((one) => one['name'] === name)).toHaveLength(1)
  })

  it('IDM-4 a refusal is not remembered', async () => {
    const begun = await initializeFile(newKey())
    const key = newKey()
    const complete = () => send(`files/${String(begun.body['wav_key'])}/complete`, key)
    const missing = await complete()
    expect([missing.status, missing.body['code']]).toEqual([400, 'upload_missing'])
    await upload(descriptorOf(begun), 'text')
    const done = await complete()
    expect([done.status, isReplayed(done)]).toEqual([200, false])
    const again = await complete()
    expect([again.status, isReplayed(again), again.body]).toEqual([200, true, done.body])
    const name = newKey()
    expect((await createProject(name, ' ')).status).toBe(400)
    expect((await createProject(name, 'Now valid')).status).toBe(201)
  })

  it('IDM-5 a repeated initialize returns the same record with a descriptor that works', async () => {
    const key = newKey()
    const first = await initializeFile(key)
    const again = await initializeFile(key)
    expect([again.status, isReplayed(again), again.body['wav_key']]).toEqual([
      201,
      true,
      first.body['wav_key'],
    ])
    expect(again.body['links']).toEqual(first.body['links'])
    expect(descriptorOf(again).upload_fields['key']).toBe(descriptorOf(first).upload_fields['key'])
    expect((await upload(descriptorOf(again), 'text')).status).toBeLessThan(300)
    expect((await send(`files/${String(first.body['wav_key'])}/complete`, newKey())).status).toBe(200)
  })

  it('IDM-5 a repeated complete returns the first status and the current status of the record', async () => {
    const survey = await surveys.begin({ column_mapping: mapping })
    await Promise.all(survey.parts.map((part) => upload(part, makeCsv('a@example.org'))))
    const key = newKey()
    const complete = () => send(`surveys/${survey.key}/complete`, key)
    expect(await complete()).toMatchObject({ status: 202, body: { status: 'VALIDATING' } })
    await surveys.ended(survey.key)
    const again = await complete()
    expect([again.status, isReplayed(again)]).toEqual([202, true])
    expect(again.body).toEqual({ upload_key: survey.key, status: 'COMPLETED' })
    const other = await send(`surveys/${survey.key}/complete`, newKey())
    expect([other.status, isReplayed(other)]).toEqual([200, false])
  })

  it('IDM-5 a repeated append and a repeated retry return the same parts', async () => {
    const { key: uploadKey } = await surveys.importParts([makeCsv('b@example.org')], {
      column_mapping: mapping,
    })
    const appendKey = newKey()
    const append = () => send(`surveys/${uploadKey}/append`, appendKey, { num_parts: 2 })
    const [first, again] = [await append(), await append()]
    expect([first.status, again.status, isReplayed(again)]).toEqual([201, 201, true])
    const s3Keys = (answer: Answer) => partsOf(answer).map(({ part_number, s3_key }) => [part_number, s3_key])
    expect(s3Keys(again)).toEqual(s3Keys(first))
    expect({ ...again.body, upload_urls: [] }).toEqual({ ...first.body, upload_urls: [] })
    const retryKey = newKey()
    const retry = () => send(`surveys/${uploadKey}/parts/2/retry`, retryKey)
    const [fresh, same] = [await retry(), await retry()]
    expect([fresh.status, same.status, isReplayed(same)]).toEqual([200, 200, true])
    expect(same.body['s3_key']).toBe(fresh.body['s3_key'])
    expect(fresh.body['s3_key']).not.toBe(partsOf(first)[0]?.s3_key)
  })

  it('IDM-5 a repeated registration of media returns the files that are still missing', async () => {
    const { key: uploadKey } = await surveys.begin({ media_config: {} })
    const key = newKey()
    const register = () => send(`surveys/${uploadKey}/media/register`, key, { files: ['b.mp4', 'a.mp4'] })
    const namesOf = (answer: Answer) => items(answer, 'media_files').map(({ filename }) => filename)
    const [first, again] = [await register(), await register()]
    expect([first.status, again.status, isReplayed(again)]).toEqual([201, 201, true])
    expect([namesOf(first), namesOf(again)]).toEqual([
      ['b.mp4', 'a.mp4'],
      ['b.mp4', 'a.mp4'],
    ])
  })

  it('IDM-6 another body, path or value gives 422, and another order of fields does not', async () => {
    const key = newKey()
    const first = await send('files/initialize', key, { project_id: project, file_name: 'a.txt' })
    expect(first.status).toBe(201)
    const same = await send('files/initialize', key, { file_name: 'a.txt', project_id: project })
    expect([same.status, same.body['wav_key']]).toEqual([201, first.body['wav_key']])
    const others = [
      await initializeFile(key, 'b.txt'),
      await send('files/initialize', key, { project_id: project, file_name: 'a.txt', unknown: 1 }),
      await send('insights/initialize', key, { project_id: project, filename: 'a.txt' }),
      await send(`files/${String(first.body['wav_key'])}/complete`, key),
    ]
    for (const { status, body } of others)
      expect([status, body['code']]).toEqual([422, 'idempotency_key_reused'])
  })

  it('IDM-10 the header is evaluated before the field, which keeps its meaning', async () => {
    const field = {
      project_id: project,
      name: 'Both',
      file_type: 'CSV',
      num_parts: 1,
      idempotency_key: newKey(),
    }
    const initialize = (key: string, changes: object = {}) =>
      send('surveys/initialize', key, { ...field, ...changes })
    const key = newKey()
    const first = await initialize(key)
    expect([first.status, isReplayed(first)]).toEqual([201, false])
    const byHeader = await initialize(key)
    expect([byHeader.status, isReplayed(byHeader)]).toEqual([201, true])
    expect(byHeader.body['upload_key']).toBe(first.body['upload_key'])
    const otherKey = newKey()
    const byField = await initialize(otherKey, { name: 'Renamed' })
    expect([byField.status, isReplayed(byField)]).toEqual([200, true])
    expect(byField.body).toMatchObject({
      upload_key: first.body['upload_key'],
      idempotency_mismatch: ['name'],
    })
    const again = await initialize(otherKey, { name: 'Renamed' })
    expect([again.status, isReplayed(again)]).toEqual([200, true])
    expect(again.body).toMatchObject({ upload_key: first.body['upload_key'], idempotency_mismatch: ['name'] })
    const reused = await initialize(key, { name: 'Renamed' })
    expect([reused.status, reused.body['code']]).toEqual([422, 'idempotency_key_reused'])
  })
})

interface OpenApi {
  paths: Record<string, { post?: { parameters: object[]; responses: Record<string, object> } }>
}

describeOurs('Idempotency-Key of several API keys', async () => {
  const owner = await makeCaller()
  const project = await makeProject(owner.token)
  const initialize = (token: string, key: string) =>
    postWith(token)('files/initialize', key, { project_id: project, file_name: 'mine.txt' })

  it('IDM-2 a key belongs to the API key that sent it', async () => {
    const colleague = await makeCaller({ team: owner.team })
    const key = newKey()
    const mine = await initialize(owner.token, key)
    const shared = await makeProject(colleague.token)
    const theirs = await postWith(colleague.token)('files/initialize', key, {
      project_id: shared,
      file_name: 'theirs.txt',
    })
    expect([mine.status, theirs.status, isReplayed(theirs)]).toEqual([201, 201, false])
    expect((await initialize(owner.token, key)).body['wav_key']).toBe(mine.body['wav_key'])
  })

  it('IDM-5 a repetition for a record that is out of reach gives 404', async () => {
    const gone = await makeProject(owner.token)
    const send = postWith(owner.token)
    const key = newKey()
    const body = { project_id: gone, file_name: 'gone.txt' }
    const first = await send('files/initialize', key, body)
    expect(first.status).toBe(201)
    await admin('project', 'archive', String(gone))
    const again = await send('files/initialize', key, body)
    expect([again.status, again.body['code'], isReplayed(again)]).toEqual([404, 'file_not_found', false])
  })
})

describeOurs('Idempotency-Key of webhooks', async () => {
  const { token } = await makeCaller({ scopes: `${followerScopes},webhook:write` })
  const path = '/api/v1/developer/webhooks'
  const send = postWith(token)
  const receiver = await startReceiver()
  afterAll(() => receiver.close())

  it('IDM-5 a repeated creation returns the secret and the current status; a repeated rotation does not rotate again', async () => {
    const key = newKey()
    const create = () => send(path, key, { url: receiver.url, description: 'First' })
    const first = await create()
    expect(first.status).toBe(201)
    const again = await create()
    expect([again.status, isReplayed(again), again.body]).toEqual([201, true, first.body])
    const hook = `${path}/${String(first.body['webhook_key'])}`
    await call('PATCH', hook, { token, json: { status: 'disabled', description: 'Changed' } })
    expect((await create()).body).toMatchObject({ status: 'disabled', description: 'First' })
    const rotateKey = newKey()
    const rotate = () => send(`${hook}/rotate`, rotateKey, { overlap_seconds: 600 })
    const [rotated, same] = [await rotate(), await rotate()]
    expect([rotated.status, same.status, isReplayed(same)]).toEqual([200, 200, true])
    expect(same.body).toEqual(rotated.body)
    expect(rotated.body['secret']).not.toBe(first.body['secret'])
  })

  it('IDM-3 a repeated test event is sent once and returns the first result', async () => {
    const created = await send(path, newKey(), { url: receiver.url })
    const key = newKey()
    const test = () => send(`${path}/${String(created.body['webhook_key'])}/test`, key)
    const before = receiver.received.length
    const [first, again] = [await test(), await test()]
    expect([first.status, first.body['status']]).toEqual([200, 'succeeded'])
    expect([again.status, isReplayed(again), again.body]).toEqual([200, true, first.body])
    expect(receiver.received.length - before).toBe(1)
  })
})
