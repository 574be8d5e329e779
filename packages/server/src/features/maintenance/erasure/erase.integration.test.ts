/** Erased data is gone from database dumps, objects and command output. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../../../test/harness/admin.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { testEnv } from '../../../../test/harness/config.ts'
import { makeBucket, type OwnBucket, readAll } from '../../../../test/harness/own-bucket.ts'
import {
  addMedia,
  importNow,
  makeSurvey,
  makeSurveyOwner,
  type SurveyOwner,
  soleAttempt,
} from '../../../../test/harness/surveys.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'
import { eraseRespondent } from '../../erasures/erase-respondent.ts'
import { handleIndexNotes } from '../../responses/index-notes.handler.ts'
import { countAnswers, listColumns, listResponses } from '../../responses/responses.public.ts'
import { checkStore } from '../bucket/check-store.ts'
import { measureProject } from './erase.repo.ts'

const run = promisify(execFile)

let bucket: OwnBucket
let app: TestApp
let owner: SurveyOwner
beforeAll(async () => {
  bucket = await makeBucket()
  app = await startTestApp({ S3_BUCKET: bucket.name })
  owner = await makeSurveyOwner(app.deps)
}, 120_000)
afterAll(async () => {
  await app.close()
  await bucket.remove()
}, 120_000)

const env = () => testEnv(app.databaseUrl, { S3_BUCKET: bucket.name })

async function dumpDatabase(): Promise<string> {
  const { stdout } = await run('pg_dump', ['--dbname', app.databaseUrl], { maxBuffer: 64e6 })
  return stdout
}

async function findIn(canaries: readonly string[], ...texts: string[]): Promise<string[]> {
  const all = texts.join('\n').toLowerCase()
  return canaries.filter((canary) => all.includes(canary.toLowerCase()))
}

const canariesAnywhere = async (canaries: readonly string[], ...more: string[]) =>
  findIn(canaries, await dumpDatabase(), await readAll(bucket.store), ...more)

const header = 'Name,Email,When,Why,Colour,Tools,Order,Score,Video,Internal\n'
const mapping = {
  Name: 'Name',
  Email: 'Email',
  When: 'Timestamp',
  Why: 'Open-ended',
  Colour: 'Single choice',
  Tools: 'Multi choice',
  Order: 'Ranking',
  Score: 'NPS',
  Video: 'MEDIA_RESPONSE',
  Internal: 'Do nothing',
} as const
const rowOf = (who: string, colour: string) =>
  `${who},${who}@example.org,2026-01-02,because ${who} says,${colour},"hammer, saw","red, blue",9,,note\n`

/** Every kind of derived data of a recording, with canary words. */
async function makeRecording(words: string): Promise<number> {
  const { store, db } = app.deps
  const folder = `derived/${randomUUID()}`
  const keys = ['rendition', 'poster.webp', 'speech.wav'].map((name) => `${folder}/${name}`)
  for (const key of keys)
    await store.write(key, Buffer.from(words), { contentType: 'video/mp4', bytes: Buffer.byteLength(words) })
  const speech = await store.head(keys[2] ?? '')
  const { rows } = await sql<{ id: number }>`
    insert into recording (duration_ms, has_video, has_audio, rendition_key, rendition_type, poster_key, speech_key,
      speech_etag, speech_bytes)
    values (1000, true, true, ${keys[0]}, 'video/mp4', ${keys[1]}, ${keys[2]}, ${speech?.etag}, ${speech?.bytes}) returning id`.execute(
    db,
  )
  const { id } = onlyRow(rows)
  await sql`insert into transcript (recording_id, engine, model, language) values (${id}, 'local', 'm', 'en')`.execute(
    db,
  )
  await sql`
    insert into transcript_segment (recording_id, number, start_ms, end_ms, text, is_suspicious, words, word_starts_ms,
      word_ends_ms, are_times_approximate)
    values (${id}, 0, 0, 1, ${words}, false, ${[words]}::text[], '{0}', '{1}', false)`.execute(db)
  return id
}

describe('erase --respondent', () => {
  const canaries = [
    'Zebulonia Quartermain',
    'zebulonia.quartermain@canary.example',
    'shibboleth-of-the-open-answer',
    'unheardof-mauve',
    'unheardof-theodolite',
    'unheardof-ranking',
    'half-past-canary',
    'zebulonia-film.mp4',
    'internal-canary-remark',
    'spoken-canary-words',
  ]
  let surveyId: number

  beforeAll(async () => {
    const person = `Zebulonia Quartermain,Zebulonia.Quartermain@canary.example,half-past-canary,shibboleth-of-the-open-answer,unheardof-mauve,"hammer, unheardof-theodolite","blue, unheardof-ranking",3,zebulonia-film.mp4,internal-canary-remark\n`
    surveyId = await makeSurvey(app.deps, {
      owner,
      parts: [`${header}${rowOf('ada', 'green')}${person}`, `${header}${rowOf('bob', 'green')}${person}`],
      columnMapping: mapping,
      autoMap: false,
      mediaConfig: {},
    })
    await addMedia(app.deps, surveyId, 'zebulonia-film.mp4', 'spoken-canary-words')
    expect((await importNow(app.deps, surveyId)).status).toBe('COMPLETED')
    await sql`delete from job.job where name in ('index-notes', 'import-survey')`.execute(app.deps.db)
    await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
    const recordingId = await makeRecording('spoken-canary-words')
    await sql`update survey_media set recording_id = ${recordingId} where survey_id = ${surveyId}`.execute(
      app.deps.db,
    )
  })

  const charts = async () => {
    const columns = await listColumns(app.deps.db, surveyId)
    return countAnswers(app.deps.db, { surveyId, questions: columns, columns })
  }

  it('removes every canary', { timeout: 180_000 }, async () => {
    expect(await canariesAnywhere(canaries)).toEqual(canaries)
    const before = await charts()
    const ended = await runAdmin(
      env(),
      'erase',
      '--respondent',
      'Zebulonia.Quartermain@canary.example',
      '--yes',
      '--json',
    )
    expect(ended.code).toBe(0)
    expect(JSON.parse(ended.out)).toMatchObject({
      surveys: 1,
      responses: 2,
      notes: 2,
      search_entries: 2,
      media: 1,
      panel_entries: 1,
      busy_surveys: [],
    })
    expect(await canariesAnywhere(canaries, ended.out, ended.err)).toEqual([])
    const events = await sql`
      select s.id from event_outbox o join survey s on s.upload_key::text = o.data ->> 'upload_key'
      where o.type = 'respondent.erased'`.execute(app.deps.db)
    expect(events.rows).toEqual([{ id: surveyId }])
    const after = await charts()
    expect([before.total, after.total]).toEqual([4, 4])
    const answered = (counts: typeof after) => counts.questions.map((question) => question.answered)
    expect(answered(before).every((count) => count === 4)).toBe(true)
    expect(answered(after).every((count) => count === 2)).toBe(true)
  })

  it('keeps the data of others and consistent objects', async () => {
    const kept = [
      'ada@example.org',
      'bob@example.org',
      'because ada says',
      'because bob says',
      'green',
      'hammer',
    ]
    expect(await findIn(kept, await dumpDatabase())).toEqual(kept)
    const page = await listResponses(app.deps.db, {
      surveyId,
      columns: await listColumns(app.deps.db, surveyId),
      limit: 10,
    })
    expect(JSON.stringify(page)).toContain('because ada says')
    const check = await checkStore({ database: app.deps.database, store: app.deps.store, maxFound: 10 })
    expect(check.found).toEqual([])
  })

  it('skips a survey that is being imported', { timeout: 180_000 }, async () => {
    const busy = await makeSurvey(app.deps, {
      owner,
      parts: [`${header}${rowOf('eve', 'red')}`],
      columnMapping: mapping,
      autoMap: false,
    })
    await importNow(app.deps, busy)
    await sql`update survey set status = 'PROCESSING' where id = ${busy}`.execute(app.deps.db)
    const erase = (email: string) => eraseRespondent(app.deps, { email })
    expect(await erase('eve@example.org')).toMatchObject({ busySurveys: [busy], responses: 0 })
    await sql`update survey set status = 'COMPLETED' where id = ${busy}`.execute(app.deps.db)
    await sql`delete from job.job where name = 'index-notes'`.execute(app.deps.db)
    expect(await erase('EVE@example.org')).toMatchObject({ busySurveys: [], responses: 1 })
    expect(await canariesAnywhere(['eve@example.org'])).toEqual([])
  })
})

describe('erase --project', () => {
  const canaries = [
    'Project Nightingale Canary',
    'canary-insight-name.txt',
    'canary-insight-content',
    'canary-page-text',
    'canary-thumbnail-bytes',
    'canary-file-name.mp4',
    'canary-transcript-words',
    'canary-respondent@example.org',
    'canary-note-words',
    'canary-part-remark',
  ]

  it('removes the whole project and nothing of another', { timeout: 180_000 }, async () => {
    const { db, store } = app.deps
    const { rows } = await sql<{ id: number }>`
      insert into project (team_id, owner_id, name, share_preference, supported_languages, transcript_language, default_ai_language)
      values (${owner.teamId}, ${owner.userId}, 'Project Nightingale Canary', 2, '{en-US}', 'en-US', 'en-US') returning id`.execute(
      db,
    )
    const projectId = onlyRow(rows).id
    const put = async (prefix: string, content: string) => {
      const key = `${prefix}/${randomUUID()}`
      await store.write(key, Buffer.from(content), { contentType: 'text/plain', bytes: content.length })
      return key
    }
    await sql`
      with made as (insert into extraction (page_count, thumbnail_key)
        values (1, ${await put('derived', 'canary-thumbnail-bytes')}) returning id),
      page as (insert into extraction_page select id, 1, 'text', 'canary-page-text' from made)
      insert into insight (team_id, project_id, created_by, name, extension, phase, upload_key, object_key, extraction_id)
      select ${owner.teamId}, ${projectId}, ${owner.userId}, 'canary-insight-name.txt', 'txt', 'completed',
        ${await put('incoming', 'canary-insight-content')}, ${await put('accepted', 'canary-insight-content')}, id from made`.execute(
      db,
    )
    const recordingId = await makeRecording('canary-transcript-words')
    await sql`
      insert into file (team_id, project_id, created_by, name, extension, kind, status, upload_key, object_key, recording_id)
      values (${owner.teamId}, ${projectId}, ${owner.userId}, 'canary-file-name.mp4', 'mp4', 'video', 'completed',
        ${`incoming/${randomUUID()}`}, ${await put('accepted', 'canary-transcript-words')}, ${recordingId})`.execute(
      db,
    )
    const surveyId = await makeSurvey(app.deps, {
      owner: { ...owner, projectId },
      parts: [`Email,Why,Internal\ncanary-respondent@example.org,canary-note-words,canary-part-remark\n`],
      columnMapping: { Email: 'Email', Why: 'Open-ended', Internal: 'Do nothing' },
      autoMap: false,
    })
    await importNow(app.deps, surveyId)
    await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
    expect(await canariesAnywhere(canaries)).toEqual(canaries)

    const asked = ['erase', '--project', String(projectId)]
    expect((await runAdmin(env(), ...asked)).err).toContain('Add --yes')
    expect(await measureProject(db, projectId)).toMatchObject({
      insights: 1,
      files: 1,
      surveys: 1,
      responses: 1,
    })
    const ended = await runAdmin(env(), 'erase', '--project', String(projectId), '--yes', '--json')
    expect(JSON.parse(ended.out)).toMatchObject({
      insights: 1,
      files: 1,
      surveys: 1,
      responses: 1,
      participants: 1,
      search_entries: 1,
    })
    expect(await canariesAnywhere(canaries, ended.out, ended.err)).toEqual([])
    expect(await findIn(['ada@example.org'], await dumpDatabase())).toEqual(['ada@example.org'])
    const check = await checkStore({ database: app.deps.database, store, maxFound: 10 })
    expect(check.found).toEqual([])
    const tallies = await sql`
      select from import_tally where project_id = ${projectId}
      union all select from import_tally_change where project_id = ${projectId}`.execute(db)
    expect(tallies.rows).toEqual([])
  })

  it('covers every table that belongs to a project or a survey', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns c
      join pg_class t on t.relname = c.table_name and not t.relispartition and t.relkind in ('r', 'p')
      where table_schema = 'public' and column_name in ('project_id', 'survey_id') order by 1`.execute(
      app.deps.db,
    )
    // Events have keys and no content; they report the erasure and are kept for their own time.
    expect(rows.map(({ name }) => name).filter((name) => !name.startsWith('event'))).toEqual([
      'answer_block',
      'bundle',
      'deleted_media',
      // These have counts only, once a person is erased.
      'erased_survey',
      'erasure',
      'file',
      'former_project',
      'import_tally',
      'import_tally_change',
      'insight',
      'label_template',
      'media_cell',
      'note',
      'participant_respondent',
      'project_export',
      'respondent',
      'response',
      'search_entry',
      'survey',
      'survey_column',
      'survey_media',
      'survey_option',
      'survey_part',
      'trash_entry',
    ])
  })
})
