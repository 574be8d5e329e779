/** Media files in the trash: gone everywhere, restored as they were, and followed by whatever happens to their survey. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { makeBucket, type OwnBucket, readAll } from '../../../../test/harness/own-bucket.ts'
import { findKeyId, makeCaller } from '../../../../test/harness/people.ts'
import { insertRecording } from '../../../../test/harness/reading.ts'
import { addMedia, importNow, makeSurvey, retypeNow, soleAttempt } from '../../../../test/harness/surveys.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'
import { checkStore } from '../../maintenance/bucket/check-store.ts'
import { handleSweepRecords } from '../../maintenance/garbage-collection/sweep-records.handler.ts'
import { erasePerson } from '../erasure/erase-person.ts'
import { eraseSurvey } from '../erasure/erase-survey.ts'

let bucket: OwnBucket
let app: TestApp
let caller: Awaited<ReturnType<typeof makeCaller>>
let projectId: number

beforeAll(async () => {
  bucket = await makeBucket()
  app = await startTestApp({ S3_BUCKET: bucket.name })
  caller = await makeCaller(app)
  projectId = await makeProject()
}, 120_000)
afterAll(async () => {
  await app.close()
  await bucket.remove()
}, 120_000)

async function call(method: string, path: string, json?: object) {
  const answer = await fetch(`${app.url}/api/v1/developer/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${caller.token}`,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}

const makeProject = async () =>
  Number((await call('POST', 'import/projects/create', { name: 'Media tests' })).body['id'])

interface Made {
  surveyId: number
  uploadKey: string
  mediaKey: string
  path: string
}

const spoken = (words: string) => `${words} spoken`

/** A survey with one person and a linked recording that says the words. */
async function makeMedia(words: string): Promise<Made> {
  const keyId = await findKeyId(app.deps, caller.key)
  const surveyId = await makeSurvey(app.deps, {
    owner: { teamId: caller.team.id, userId: caller.user.id, keyId, projectId },
    parts: [`Email,Why\n${words}@example.org,because\n`],
    columnMapping: { Email: 'Email', Why: 'Open-ended' },
    mediaConfig: {},
  })
  await addMedia(app.deps, surveyId, `${words}@example.org.mp4`, spoken(words))
  await importNow(app.deps, surveyId)
  await sql`delete from job.job`.execute(app.deps.db)
  const recordingId = await insertRecording(app, [{ startMs: 0, text: words }])
  const { rows } = await sql<{ uploadKey: string; mediaKey: string }>`
    update survey_media m set recording_id = ${recordingId}, privacy = '{"is_on": false, "settings": {}}'
    from survey s where s.id = m.survey_id and m.survey_id = ${surveyId}
    returning s.upload_key as "uploadKey", m.key as "mediaKey"`.execute(app.deps.db)
  const { uploadKey, mediaKey } = onlyRow(rows)
  return { surveyId, uploadKey, mediaKey, path: `media/${mediaKey}` }
}

const rowsOf = async (surveyId: number): Promise<unknown[]> =>
  (await sql`select * from survey_media where survey_id = ${surveyId} order by id`.execute(app.deps.db)).rows
const trashed = async (query = '?kind=media') => {
  const { body } = await call('GET', `trash${query}`)
  return (body['records'] as { key: string }[]).map(({ key }) => key)
}
const storedBytes = async () => {
  const { rows } = await sql<{ n: number }>`
    select (coalesce((select sum(bytes) from survey_storage), 0) +
      coalesce((select sum(bytes) from survey_storage_change), 0))::bigint as n`.execute(app.deps.db)
  return onlyRow(rows).n
}
const mediaEvents = async () => {
  const { rows } = await sql<{ type: string; key: string; project_id: number }>`
    select type, data ->> 'media_key' as key, project_id from event_outbox where type ~ '^media\\.(deleted|restored|purged)'
    union all select type, data ->> 'media_key', project_id from event where type ~ '^media\\.(deleted|restored|purged)'`.execute(
    app.deps.db,
  )
  return rows
}
const sweep = () => handleSweepRecords(app.deps, soleAttempt())

describe('a deleted media file', () => {
  it('is gone at once, and comes back as it was', { timeout: 120_000 }, async () => {
    const { surveyId, uploadKey, mediaKey, path } = await makeMedia('restoredcanary')
    const [before, bytes] = [await rowsOf(surveyId), await storedBytes()]
    const record = await call('GET', path)
    expect(record.status).toBe(200)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('DELETE', path)).status).toBe(404)
    for (const one of [path, `${path}/transcript`, `${path}/urls`])
      expect((await call('GET', one)).status).toBe(404)
    expect((await call('GET', `surveys/${uploadKey}/media`)).body['media']).toEqual([])
    expect(await storedBytes()).toBe(bytes)
    expect((await call('GET', 'trash?kind=media')).body['records']).toMatchObject([
      { kind: 'media', key: mediaKey, name: 'restoredcanary@example.org.mp4', project_id: projectId },
    ])
    await sweep()
    const restored = await call('POST', `${path}/restore`)
    expect([restored.status, restored.body]).toMatchObject([200, { media_key: mediaKey, status: 'LINKED' }])
    expect(await rowsOf(surveyId)).toEqual(before)
    expect((await call('GET', path)).body).toEqual(record.body)
    expect(await trashed()).toEqual([])
    expect(await storedBytes()).toBe(bytes)
    const index = await sql`select from job.job where name = 'index-text' and state < 'completed'`.execute(
      app.deps.db,
    )
    expect(index.rows).toHaveLength(1)
    const events = (await mediaEvents()).filter(({ key }) => key === mediaKey)
    expect(events.map(({ type, project_id }) => [type, project_id])).toEqual([
      ['media.deleted', projectId],
      ['media.restored', projectId],
    ])
  })

  it('leaves nothing behind when it is purged', { timeout: 120_000 }, async () => {
    const [now, later] = [await makeMedia('purgednow'), await makeMedia('purgedlater')]
    const bytes = await storedBytes()
    expect((await call('DELETE', `${now.path}?permanent=true`)).status).toBe(204)
    await call('DELETE', later.path)
    expect(await readAll(bucket.store)).toContain(spoken('purgedlater'))
    await sql`update trash_entry set deleted_at = now() - interval '31 days'`.execute(app.deps.db)
    await sweep()
    for (const { path } of [now, later]) expect((await call('POST', `${path}/restore`)).status).toBe(404)
    const objects = await readAll(bucket.store)
    for (const words of ['purgednow', 'purgedlater']) expect(objects).not.toContain(spoken(words))
    const segments =
      await sql`select from transcript_segment where text in ('purgednow', 'purgedlater')`.execute(
        app.deps.db,
      )
    expect(segments.rows).toEqual([])
    expect(await storedBytes()).toBe(bytes - Buffer.byteLength(spoken('purgednow') + spoken('purgedlater')))
    const events = (await mediaEvents()).filter(({ type }) => type === 'media.purged')
    expect(events.map(({ key }) => key).sort()).toEqual([now.mediaKey, later.mediaKey].sort())
  })

  it('is known to the check of the object store', { timeout: 120_000 }, async () => {
    const found = async () => {
      const check = await checkStore({ database: app.deps.database, store: app.deps.store, maxFound: 100 })
      return check.found.map(({ kind, key }) => `${kind} ${key}`).sort()
    }
    const { path } = await makeMedia('checked')
    const before = await found()
    await call('DELETE', path)
    expect(await found()).toEqual(before)
    await call('POST', `${path}/restore`)
  })

  it('follows its survey into another project and the trash, and is erased with it', async () => {
    const { surveyId, uploadKey, mediaKey, path } = await makeMedia('followed')
    const other = await makeProject()
    await call('DELETE', path)
    expect((await call('PATCH', `surveys/${uploadKey}`, { project_id: other })).status).toBe(200)
    expect(await trashed(`?kind=media&project_id=${other}`)).toEqual([mediaKey])
    await call('DELETE', `surveys/${uploadKey}`)
    expect(await trashed()).toEqual([])
    expect((await call('POST', `${path}/restore`)).status).toBe(404)
    await call('POST', `surveys/${uploadKey}/restore`)
    expect(await trashed()).toEqual([mediaKey])
    await eraseSurvey(app.deps.db, surveyId)
    await sweep()
    expect(await trashed()).toEqual([])
    expect(await readAll(bucket.store)).not.toContain(spoken('followed'))
  })

  it('keeps its survey out of projects with privacy settings, because it can be restored', async () => {
    const { uploadKey, path } = await makeMedia('unprotected')
    const privacy = { name: 'Protected', auto_pii_enabled_at_project_level: true, redact_pii: true }
    const target = Number((await call('POST', 'import/projects/create', privacy)).body['id'])
    expect((await call('DELETE', path)).status).toBe(204)
    const moved = await call('PATCH', `surveys/${uploadKey}`, { project_id: target })
    expect([moved.status, moved.body['code']]).toEqual([409, 'privacy_mismatch'])
  })

  it('is erased with its person', { timeout: 120_000 }, async () => {
    const { surveyId, path } = await makeMedia('erasedperson')
    await call('DELETE', path)
    const { rows } = await sql<{
      id: number
    }>`select id from respondent where survey_id = ${surveyId}`.execute(app.deps.db)
    expect(await erasePerson(app.deps.db, surveyId, [onlyRow(rows).id])).toMatchObject({ media: 1 })
    await sweep()
    expect((await call('POST', `${path}/restore`)).status).toBe(404)
    expect(await readAll(bucket.store)).not.toContain(spoken('erasedperson'))
  })

  it('stays linked to its person when a column is retyped meanwhile', { timeout: 120_000 }, async () => {
    const { surveyId, path } = await makeMedia('retyped')
    await call('DELETE', path)
    const keyId = await findKeyId(app.deps, caller.key)
    const owner = { teamId: caller.team.id, userId: caller.user.id, keyId, projectId }
    await retypeNow(app.deps, owner, surveyId, { position: 1, type: 'Single choice' })
    expect((await call('POST', `${path}/restore`)).status).toBe(200)
    const { body } = await call('GET', path)
    const people = await call('GET', `surveys/${await keyOf(surveyId)}/respondents`)
    const [person] = people.body['respondents'] as { respondent_id: number }[]
    expect(body['respondent_id']).toBe(person?.respondent_id)
  })

  it('gives way to a new file of its name, and cannot be deleted while it is replaced', async () => {
    const { surveyId, path } = await makeMedia('renamed')
    await call('DELETE', path)
    await addMedia(app.deps, surveyId, 'renamed@example.org.mp4', 'another')
    const refused = await call('POST', `${path}/restore`)
    expect([refused.status, refused.body['code']]).toEqual([409, 'media_name_taken'])
    await sql`delete from survey_media where survey_id = ${surveyId}`.execute(app.deps.db)
    expect((await call('POST', `${path}/restore`)).status).toBe(200)
    await sql`update survey_media set recording_failure_code = 'unreadable' where survey_id = ${surveyId}`.execute(
      app.deps.db,
    )
    const uploadKey = await keyOf(surveyId)
    const name = encodeURIComponent('renamed@example.org.mp4')
    expect((await call('POST', `import/surveys/${uploadKey}/media/${name}/retry`, {})).status).toBe(200)
    const busy = await call('DELETE', path)
    expect([busy.status, busy.body['code']]).toEqual([409, 'media_being_replaced'])
  })
})

it('has the columns of media files in the trash', async () => {
  const columnsOf = async (table: string) =>
    (
      await sql`
        select column_name, data_type from information_schema.columns
        where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(
        app.deps.db,
      )
    ).rows
  expect(await columnsOf('deleted_media')).toEqual(await columnsOf('survey_media'))
})

async function keyOf(surveyId: number): Promise<string> {
  const { rows } = await sql<{ upload_key: string }>`
    select upload_key from survey where id = ${surveyId}`.execute(app.deps.db)
  return onlyRow(rows).upload_key
}
