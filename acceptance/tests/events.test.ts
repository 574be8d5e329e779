import { setTimeout as sleep } from 'node:timers/promises'
import { eventTypes } from '@inlet/contract'
import { expect, it } from 'vitest'
import { admin, makeCaller, makeTeam } from '../harness/admin.ts'
import { get, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { followerScopes, logOf } from '../harness/events.ts'
import { makeProject } from '../harness/project.ts'
import { makeBmp } from '../harness/samples.ts'
import { surveysOf } from '../harness/survey.ts'
import { descriptorOf, upload } from '../harness/upload.ts'

const asCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describeOurs('the event log', async () => {
  const team = await makeTeam()
  const { token } = await makeCaller({ team, scopes: followerScopes })
  const project_id = await makeProject(token, { project_share_preference: 2 })
  const log = logOf(token)

  async function beginFile(by = token) {
    const answer = await post(`${prefix}/files/initialize`, {
      token: by,
      json: { project_id, file_name: 'Private name.bmp' },
    })
    return { key: String(answer.body['wav_key']), descriptor: descriptorOf(answer) }
  }

  async function importFile(): Promise<string> {
    const { key, descriptor } = await beginFile()
    await upload(descriptor, makeBmp(8, 8))
    await post(`${prefix}/files/${key}/complete`, { token })
    await get(`${prefix}/files/${key}/status?wait=45`, { token })
    return key
  }

  it('EVT-1 EVT-2 lists events oldest first and continues from every cursor', async () => {
    const start = await log.latest()
    const keys = [await importFile(), await importFile()]
    const all = await log.all({ after: start })
    expect(all.map(({ type, data }) => [type, data.wav_key])).toEqual(
      keys.flatMap((key) => [
        ['file.processing', key],
        ['file.completed', key],
      ]),
    )
    let after = start
    const single: string[] = []
    for (let i = 0; i < all.length; i += 1) {
      const page = await log.read({ after, limit: 1 })
      single.push(...log.eventsOf(page).map(({ id }) => id))
      after = log.cursorOf(page)
    }
    expect(single).toEqual(all.map(({ id }) => id))
    const end = await log.read({ after })
    expect(end.body).toEqual({ events: [], next_cursor: expect.any(String), has_more: false })
    const next = await importFile()
    expect((await log.all({ after: log.cursorOf(end) })).map(({ data }) => data.wav_key)).toEqual([
      next,
      next,
    ])
    const oldest = await log.all()
    expect(oldest[0]?.type).toBe('project.created')
    expect(oldest.slice(-2).map(({ data }) => data.wav_key)).toEqual([next, next])
  })

  it('EVT-3 reports each change of a record once and in its order, the same to all readers', async () => {
    const start = await log.latest()
    const keys = await Promise.all(Array.from({ length: 6 }, importFile))
    const events = await log.all({ after: start, types: 'file.*' })
    for (const key of keys)
      expect(events.filter(({ data }) => data.wav_key === key).map(({ type }) => type)).toEqual([
        'file.processing',
        'file.completed',
      ])
    const reader = await makeCaller({ team, scopes: 'event:read' })
    const read = await logOf(reader.token).all({ after: start, types: 'file.*' })
    expect(read).toEqual(events)
  })

  it('EVT-4 a cursor that is too old has expired, and one that no page has produced is invalid', async () => {
    const expired = await log.read({ after: asCursor(['2020-01-01', 1]) })
    expect([expired.status, expired.body['code']]).toEqual([410, 'cursor_expired'])
    for (const after of ['nonsense', asCursor(['2999-01-01', 1]), asCursor([1])]) {
      const invalid = await log.read({ after })
      expect([invalid.status, invalid.body['code']]).toEqual([400, 'invalid_cursor'])
    }
  })

  it('EVT-5 filters by type, kind and project, and refuses unknown types', async () => {
    const start = await log.latest()
    const file = await importFile()
    const other = await makeProject(token)
    const typesOf = async (query: Record<string, string | number>) =>
      (await log.all({ after: start, ...query })).map(({ type }) => type)
    expect(await typesOf({ types: 'file.completed' })).toEqual(['file.completed'])
    expect(await typesOf({ types: 'file.completed, project.*' })).toEqual([
      'file.completed',
      'project.created',
    ])
    expect(await typesOf({ project_id: other })).toEqual(['project.created'])
    expect(await typesOf({ project_id, types: 'survey.*' })).toEqual([])
    expect((await log.all({ after: start, types: 'file.completed' }))[0]?.data.wav_key).toBe(file)
    for (const query of [
      { types: 'file.finished' },
      { types: 'panel.*' },
      { project_id: 'x' },
      { limit: 'x' },
    ])
      expect((await log.read({ after: start, ...query })).status).toBe(400)
  })

  it('EVT-6 wait holds an empty page until a matching event arrives or the time is up', async () => {
    const start = await log.latest()
    const startedAt = Date.now()
    const empty = await log.read({ after: start, wait: 1 })
    expect(log.eventsOf(empty)).toEqual([])
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000)
    const waiting = log.read({ after: start, wait: 400, types: 'project.*' })
    await sleep(500)
    await importFile()
    const created = await makeProject(token)
    const page = await waiting
    expect(log.eventsOf(page).map(({ type, data }) => [type, data.project_id])).toEqual([
      ['project.created', created],
    ])
    for (const wait of ['x', -1, 1.5]) expect((await log.read({ after: start, wait })).status).toBe(400)
  })

  it('EVT-7 EVT-8 EVT-10 an event has an id, a type, a time, keys, a status and links, and no names', async () => {
    const start = await log.latest()
    const key = await importFile()
    const events = await log.all({ after: start })
    for (const event of events) {
      expect(event.id).toMatch(/^evt_[0-9A-Za-z]+$/)
      expect(event.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
      expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(4096)
      expect(eventTypes).toContain(event.type)
    }
    expect(events.at(-1)?.data).toEqual({
      project_id,
      wav_key: key,
      status: 'completed',
      external_id: null,
      links: { status: `${prefix}/files/${key}/status` },
    })
    const read = await get(String(events.at(-1)?.data.links.status), { token })
    expect(read.body['status']).toBe('completed')
    expect(JSON.stringify(events)).not.toMatch(/private name/i)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  })

  it('EVT-9 nothing is reported before complete; insights, surveys and parts report their status', async () => {
    const start = await log.latest()
    await beginFile()
    expect(await log.all({ after: start })).toEqual([])
    const begun = await post(`${prefix}/insights/initialize`, {
      token,
      json: { project_id, filename: 'a.txt' },
    })
    const insight = String(begun.body['insight_key'])
    await upload(descriptorOf(begun), 'A text.')
    await post(`${prefix}/insights/${insight}/complete`, { token })
    await get(`${prefix}/insights/${insight}/status?wait=45`, { token })
    const surveys = surveysOf(token, project_id)
    const survey = await surveys.begin({ auto_map: true })
    for (const part of survey.parts) await upload(part, 'Email,Score\na@example.org,7\n')
    await surveys.complete(survey.key)
    await get(`${prefix}/surveys/${survey.key}/status?wait=45`, { token })
    const events = await log.all({ after: start })
    const ofInsight = events.filter(({ data }) => data.insight_key === insight)
    expect(ofInsight.map(({ type, data }) => [type, data.status])).toEqual([
      ['insight.processing', 'pending'],
      ['insight.completed', 'completed'],
    ])
    const ofSurvey = events.filter(({ data }) => data.upload_key === survey.key)
    expect(ofSurvey.map(({ type }) => type)).toEqual([
      'survey.validating',
      'survey.processing',
      'part.processed',
      'survey.completed',
    ])
    expect(ofSurvey.at(-1)?.data).toMatchObject({ survey_key: survey.surveyKey, status: 'COMPLETED' })
  })

  it('EVT-11 a key reads events of the records it can see: no drafts of others, no private projects', async () => {
    const start = await log.latest()
    const colleague = await makeCaller({ team, role: 'admin', scopes: followerScopes })
    const stranger = await makeCaller({ scopes: followerScopes })
    const hidden = await makeProject(token, { project_share_preference: 1 })
    const begun = await post(`${prefix}/insights/initialize`, {
      token,
      json: { project_id, filename: 'a.txt' },
    })
    const draft = String(begun.body['insight_key'])
    await upload(descriptorOf(begun), 'A text.')
    await post(`${prefix}/insights/${draft}/complete`, { token })
    await get(`${prefix}/insights/${draft}/status?wait=45`, { token })
    const own = JSON.stringify(await log.all({ after: start }))
    expect(own).toContain(draft)
    expect(own).toContain(`"project_id":${hidden}`)
    expect(await logOf(colleague.token).all({ after: start })).toEqual([])
    expect(await logOf(stranger.token).all()).toEqual([])
  })

  it('EVT-12 events of an archived project stay visible to those who could open it', async () => {
    const start = await log.latest()
    const archived = await makeProject(token, { project_share_preference: 2 })
    await admin('project', 'archive', String(archived))
    const reader = await makeCaller({ team, scopes: 'event:read' })
    for (const by of [token, reader.token])
      expect((await logOf(by).all({ after: start, project_id: archived })).map(({ type }) => type)).toEqual([
        'project.created',
        'project.archived',
      ])
  })

  it('GEN-2 the log has an allowance of its own of 120 calls a minute', async () => {
    const caller = await makeCaller({ scopes: followerScopes, limit: 1 })
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => logOf(caller.token).read({ after: 'latest' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"read";q=120;w=60')
    const projects = await get(`${prefix}/projects`, { token: caller.token })
    expect([projects.status, projects.headers.get('ratelimit-policy')]).toEqual([200, '"default";q=1;w=60'])
  })

  it('GEN-3 a key for imports cannot read the log', async () => {
    const caller = await makeCaller()
    const answer = await logOf(caller.token).read()
    expect([answer.status, answer.body['required_scope']]).toEqual([403, 'event:read'])
  })
})
