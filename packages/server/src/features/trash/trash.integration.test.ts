/** Deleted records are gone everywhere, come back as they were, and leave nothing behind when they are purged. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { beginImport, completeImport, uploadTo } from '../../../test/harness/imports.ts'
import { makeBucket, type OwnBucket, readAll } from '../../../test/harness/own-bucket.ts'
import { findKeyId, makeCaller } from '../../../test/harness/people.ts'
import { insertReadFile, insertReadInsight, insertRecordingFile } from '../../../test/harness/reading.ts'
import { addMedia, importNow, makeSurvey, soleAttempt } from '../../../test/harness/surveys.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import { startProcessing } from '../files/files.repo.ts'
import { checkStore } from '../maintenance/bucket/check-store.ts'
import { handleSweepRecords } from '../maintenance/garbage-collection/sweep-records.handler.ts'
import { mergeTallies } from '../projects/projects.public.ts'
import { handleIndexNotes } from '../responses/index-notes.handler.ts'
import { claimDueEntry, listDueEntries } from './trash.repo.ts'

const run = promisify(execFile)

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

async function call(method: string, path: string, json?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/api/v1/developer/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${caller.token}`,
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: answer.status, body }
}

const makeProject = async () =>
  Number((await call('POST', 'import/projects/create', { name: 'Trash tests' })).body['id'])

const attempt: Attempt = {
  jobId: 'test',
  number: 0,
  signal: new AbortController().signal,
  log: pino({ level: 'silent' }),
  complete: () => Promise.resolve(),
  advance: () => Promise.resolve(),
}
const sweep = () => handleSweepRecords(app.deps, attempt)

async function rowsOf(table: string): Promise<unknown[]> {
  const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2`.execute(app.deps.db)
  return rows
}

/** Everything that belongs to records; jobs, search entries and events change on purpose. */
const tables = [
  'file',
  'insight',
  'survey',
  'survey_part',
  'survey_media',
  'survey_column',
  'response',
  'note',
  'respondent',
  'answer_block',
  'participant',
  'participant_respondent',
  'extraction_page',
  'recording',
  'transcript_segment',
]
async function snapshot(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of tables) found[table] = await rowsOf(table)
  return found
}

async function makeRecords(words: string) {
  const place = { projectId, by: caller.user }
  const file = await insertReadFile(app, place, { pages: [words], name: `${words}.pdf`, content: words })
  const insight = await insertReadInsight(app, place, { pages: [words], name: `${words}.pdf` })
  const recording = await insertRecordingFile(app, place, [{ startMs: 0, text: words }], {
    name: `${words}.mp4`,
  })
  const keyId = await findKeyId(app.deps, caller.key)
  const surveyId = await makeSurvey(app.deps, {
    owner: { teamId: caller.team.id, userId: caller.user.id, keyId, projectId },
    parts: [`Email,Why\n${words}@example.org,${words}\n`],
    columnMapping: { Email: 'Email', Why: 'Open-ended' },
    mediaConfig: {},
  })
  await addMedia(app.deps, surveyId, `${words}@example.org.mp4`, words)
  await importNow(app.deps, surveyId)
  // As every release with privacy snapshots stores it; an earlier one is pinned when processing starts.
  await sql`update survey_media set privacy = '{"is_on": false, "settings": {}}' where survey_id = ${surveyId}`.execute(
    app.deps.db,
  )
  await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
  const { rows } = await sql<{ upload_key: string }>`
    select upload_key from survey where id = ${surveyId}`.execute(app.deps.db)
  const survey = onlyRow(rows).upload_key
  return [`files/${file}`, `insights/${insight}`, `files/${recording.key}`, `surveys/${survey}`]
}

const statusPath = (path: string) => `import/${path}/status`
const entries = async () => (await rowsOf('search_entry')).length

async function whereFound(words: string): Promise<string[]> {
  const { stdout } = await run('pg_dump', ['--dbname', app.databaseUrl], { maxBuffer: 64e6 })
  const objects = await readAll(bucket.store)
  return [...(stdout.includes(words) ? ['database'] : []), ...(objects.includes(words) ? ['bucket'] : [])]
}

/** The test inserts some records without their objects. */
async function findDifferences(): Promise<unknown[]> {
  const { found } = await checkStore({ database: app.deps.database, store: app.deps.store, maxFound: 100 })
  return found.map(({ kind, key }) => `${kind} ${key}`).sort()
}

describe('the trash', () => {
  it('hides records at once and restores them equal', { timeout: 180_000 }, async () => {
    const paths = await makeRecords('restoredcanary')
    await sql`delete from job.job`.execute(app.deps.db)
    const before = await snapshot()
    const count = async () => (await call('GET', `import/files?project_id=${projectId}`)).body['count']
    const filesBefore = await count()
    for (const path of paths) {
      expect((await call('DELETE', path)).status).toBe(204)
      expect((await call('DELETE', path)).status).toBe(404)
      expect((await call('GET', statusPath(path))).status).toBe(404)
    }
    expect(await entries()).toBe(0)
    expect(await count()).toBe(0)
    const people = await sql`select from participant`.execute(app.deps.db)
    expect(people.rows).toHaveLength(1)
    const { body } = await call('GET', `trash?project_id=${projectId}`)
    expect(body['records']).toHaveLength(4)
    for (const path of paths) expect((await call('POST', `${path}/restore`)).status).toBe(200)
    await mergeTallies(app.deps.db)
    expect(await snapshot()).toEqual(before)
    expect(await count()).toBe(filesBefore)
    expect((await call('GET', 'trash')).body['records']).toEqual([])
    const events = await sql<{ type: string; project_id: number }>`
      select type, project_id from event_outbox where type like '%.deleted' or type like '%.restored'
      union all select type, project_id from event where type like '%.deleted' or type like '%.restored'
      order by 1`.execute(app.deps.db)
    expect(events.rows).toEqual(
      ['file', 'file', 'insight', 'survey']
        .flatMap((kind) => [`${kind}.deleted`, `${kind}.restored`])
        .sort()
        .map((type) => ({ type, project_id: projectId })),
    )
  })

  it('leaves nothing behind when records are purged', { timeout: 180_000 }, async () => {
    const differences = await findDifferences()
    const paths = await makeRecords('purgedcanary')
    expect(await whereFound('purgedcanary')).toEqual(['database', 'bucket'])
    const [first = '', ...others] = paths
    expect((await call('DELETE', `${first}?permanent=true`)).status).toBe(204)
    for (const path of others) await call('DELETE', path)
    const [second = '', ...rest] = others
    expect((await call('DELETE', `${second}?permanent=true`)).status).toBe(204)
    expect((await call('POST', `${second}/restore`)).status).toBe(404)
    await sql`update trash_entry set deleted_at = now() - interval '29 days'`.execute(app.deps.db)
    await sweep()
    expect((await call('GET', 'trash')).body['records']).toHaveLength(rest.length)
    await sql`update trash_entry set deleted_at = now() - interval '31 days'`.execute(app.deps.db)
    await sweep()
    expect((await call('GET', 'trash')).body['records']).toEqual([])
    await sql`delete from job.job where state = 'completed'`.execute(app.deps.db)
    expect(await whereFound('purgedcanary')).toEqual([])
    expect(await whereFound('restoredcanary')).not.toEqual([])
    expect(await findDifferences()).toEqual(differences)
    const purged = await sql`
      select from event_outbox where type like '%.purged' and project_id = ${projectId}
      union all select from event where type like '%.purged' and project_id = ${projectId}`.execute(
      app.deps.db,
    )
    expect(purged.rows).toHaveLength(4)
  })

  it('cancels work and starts it again when the record is restored', { timeout: 180_000 }, async () => {
    for (const [kind, table, job] of [
      ['files', 'file', 'process-file'],
      ['insights', 'insight', 'process-insight'],
    ] as const) {
      const begun = await beginImport(app.url, caller.token, projectId, kind, 'work.txt')
      await uploadTo(begun, 'text')
      await completeImport(app.url, caller.token, begun)
      const jobs = async () => {
        const { rows } = await sql`
          select from job.job where name = ${job} and state < 'completed' and singleton_key = (
            select id::text from ${sql.table(table)} where key = ${begun.key})`.execute(app.deps.db)
        return rows.length
      }
      expect(await jobs()).toBe(1)
      expect((await call('DELETE', `${kind}/${begun.key}`)).status).toBe(204)
      expect(await jobs()).toBe(0)
      await sql`update ${sql.table(table)} set started_at = now() - interval '1 hour' where key = ${begun.key}`.execute(
        app.deps.db,
      )
      await sweep()
      expect((await call('POST', `${kind}/${begun.key}/restore`)).status).toBe(200)
      expect(await jobs()).toBe(1)
      const { body } = await call('GET', statusPath(`${kind}/${begun.key}`))
      expect(body['status'] ?? body['processing_status']).toMatch(/^(processing|pending)$/)
    }
  })

  it('resumes recordings and imports of surveys with the interrupted step', async () => {
    const live = async (name: string, key: string) => {
      const { rows } = await sql`
        select from job.job where name = ${name} and state < 'completed' and singleton_key = ${key}`.execute(
        app.deps.db,
      )
      return rows.length
    }
    const begun = await beginImport(app.url, caller.token, projectId, 'files', 'interview.wav')
    await uploadTo(begun, 'not a recording')
    await completeImport(app.url, caller.token, begun)
    const { id } = onlyRow(
      (await sql<{ id: number }>`select id from file where key = ${begun.key}`.execute(app.deps.db)).rows,
    )
    const keyId = await findKeyId(app.deps, caller.key)
    const surveyId = await makeSurvey(app.deps, {
      owner: { teamId: caller.team.id, userId: caller.user.id, keyId, projectId },
      parts: ['Why\nbecause\n'],
    })
    const survey = await sql<{ upload_key: string; status: string }>`
      select upload_key, status from survey where id = ${surveyId}`.execute(app.deps.db)
    const { upload_key, status } = onlyRow(survey.rows)
    const work = async () => [
      await live('process-recording', `file:${id}`),
      await live('import-survey', String(surveyId)),
    ]
    const paths = [`files/${begun.key}`, `surveys/${upload_key}`]
    for (const path of paths) expect((await call('DELETE', path)).status).toBe(204)
    expect(await work()).toEqual([0, 0])
    await sql`update file set started_at = now() - interval '1 hour' where id = ${id}`.execute(app.deps.db)
    await sql`update survey set started_at = now() - interval '1 hour' where id = ${surveyId}`.execute(
      app.deps.db,
    )
    await sweep()
    expect(await work()).toEqual([0, 0])
    for (const path of paths) expect((await call('POST', `${path}/restore`)).status).toBe(200)
    expect(await work()).toEqual([1, 1])
    expect((await call('GET', statusPath(`surveys/${upload_key}`))).body['status']).toBe(status)
    for (const path of paths) await call('DELETE', `${path}?permanent=true`)
    expect(await work()).toEqual([0, 0])
  })

  it('deletes a project with its work, restores it, and purges it with what was deleted from it', async () => {
    const id = await makeProject()
    const begun = await beginImport(app.url, caller.token, id, 'files', 'work.txt')
    await uploadTo(begun, 'projectcanary')
    await completeImport(app.url, caller.token, begun)
    const other = await beginImport(app.url, caller.token, id, 'files', 'projectcanary.txt')
    await uploadTo(other, 'text')
    await completeImport(app.url, caller.token, other)
    await call('DELETE', `files/${other.key}`)
    expect((await call('DELETE', `projects/${id}`)).status).toBe(204)
    expect((await call('DELETE', `projects/${id}`)).status).toBe(404)
    expect((await call('GET', statusPath(`files/${begun.key}`))).status).toBe(404)
    const work = async () => {
      const { rows } = await sql`
        select from job.job where name = 'process-file' and state < 'completed' and singleton_key = (
          select id::text from file where key = ${begun.key})`.execute(app.deps.db)
      return rows.length
    }
    expect(await work()).toBe(0)
    // What was deleted from a deleted project comes back with it.
    const listed = (await call('GET', 'trash')).body['records'] as { kind: string; key: string }[]
    expect(listed.map(({ kind, key }) => [kind, key])).toEqual([['project', String(id)]])
    expect((await call('POST', `projects/${id}/restore`)).status).toBe(200)
    expect(await work()).toBe(1)
    expect((await call('GET', `trash?kind=file`)).body['records']).toHaveLength(1)
    expect((await call('DELETE', `projects/${id}?permanent=true`)).status).toBe(204)
    expect((await call('POST', `projects/${id}/restore`)).status).toBe(404)
    await sweep()
    expect(await whereFound('projectcanary')).toEqual([])
    expect((await rowsOf('trash_entry')).length).toBe(0)
  })
})

it('does not restore a record again when a restore is repeated after another deletion', async () => {
  const key = await insertReadFile(app, { projectId, by: caller.user }, { pages: ['again'] })
  const path = `files/${key}`
  const project = await makeProject()
  for (const record of [path, `projects/${project}`]) {
    const restore = () =>
      call('POST', `${record}/restore`, undefined, { 'idempotency-key': `restore ${record}` })
    expect((await call('DELETE', record)).status).toBe(204)
    expect((await restore()).status).toBe(200)
    expect((await restore()).status).toBe(200)
    expect((await call('DELETE', record)).status).toBe(204)
    expect((await restore()).status).toBe(404)
    expect((await call('POST', `${record}/restore`)).status).toBe(200)
  }
})

describe('a project whose time in the trash is over', () => {
  const makeDue = async () => {
    const id = await makeProject()
    expect((await call('DELETE', `projects/${id}`)).status).toBe(204)
    await sql`update trash_entry set deleted_at = now() - interval '31 days'
      where kind = 'project' and record_id = ${id}`.execute(app.deps.db)
    const entry = (await listDueEntries(app.deps.db, 100)).find(({ record_id }) => record_id === id)
    return { id, entryId: entry?.id ?? 0 }
  }

  it('is not purged once it was restored', async () => {
    const { id, entryId } = await makeDue()
    expect((await call('POST', `projects/${id}/restore`)).status).toBe(200)
    expect(await claimDueEntry(app.deps.db, entryId)).toBe(false)
    await sweep()
    expect((await call('GET', `projects/${id}`)).status).toBe(200)
  })

  it('cannot be restored once it is being purged', async () => {
    const { id, entryId } = await makeDue()
    expect(await claimDueEntry(app.deps.db, entryId)).toBe(true)
    expect((await call('POST', `projects/${id}/restore`)).status).toBe(404)
    await sweep()
    expect((await sql`select from project where id = ${id}`.execute(app.deps.db)).rows).toEqual([])
  })
})

it('a file that is deleted while its upload is checked is not processed', async () => {
  const one = await beginImport(app.url, caller.token, projectId, 'files', 'racing.txt')
  const { rows } = await sql<{ id: number; upload_key: string }>`
    select id, upload_key from file where key = ${one.key}`.execute(app.deps.db)
  const file = onlyRow(rows)
  expect((await call('DELETE', `files/${one.key}`)).status).toBe(204)
  const object = { key: 'accepted/racing', etag: 'e', bytes: 1 }
  expect(await inTransaction(app.deps.db, (tx) => startProcessing(tx, file, object))).toBe(false)
})
