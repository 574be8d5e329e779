/** Projects with random records of every kind, as processing leaves them. */
import { createHash, randomUUID } from 'node:crypto'
import type { ColumnType } from '@inlet/contract'
import { sql } from 'kysely'
import type { User } from '../../src/features/team/team.repo.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { TestApp } from './app.ts'
import {
  insertReadFile,
  insertReadInsight,
  insertRecording,
  insertRecordingFile,
  type Line,
} from './reading.ts'
import { importNow, makeSurvey, storeObject } from './surveys.ts'

/** Repeatable: the same seed gives the same project. */
export function seeded(seed: number) {
  let state = seed * 2_654_435_761 + 12_345
  const next = () => {
    state = (state ^ (state << 13)) >>> 0
    state = (state ^ (state >>> 17)) >>> 0
    state = (state ^ (state << 5)) >>> 0
    return state / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  const pick = <T>(items: readonly T[]): T => items[int(items.length)] as T
  return { seed, next, int, pick, isTrue: (chance = 0.5) => next() < chance }
}
type Random = ReturnType<typeof seeded>

const words = [
  'zebra 🦓',
  'Überraschung',
  'naïve',
  '日本語',
  'e\u0301te\u0301',
  'plain',
  '👩🏽‍🔬',
  'نص',
  '"quoted"',
  'a\\b',
]
const sentence = (random: Random) =>
  Array.from({ length: 1 + random.int(12) }, () => random.pick(words)).join(' ')

export interface GeneratedProject {
  projectId: number
  by: User
  keyId: number
}

export async function generateProject(
  app: TestApp,
  { projectId, by, keyId }: GeneratedProject,
  seed: number,
): Promise<void> {
  const random = seeded(seed)
  const { db } = app.deps
  await sql`
    update project set name = ${`Study ${seed} ${sentence(random)}`}, supported_languages = '{en-US,de-DE}',
      transcript_language = ${random.pick(['en-US', 'de-DE'])}, disable_search_ask_ai = ${random.isTrue()},
      external_id = ${random.isTrue() ? `study-${seed}` : null}, metadata = ${JSON.stringify({ team: sentence(random) })}::jsonb,
      created_at = now() - make_interval(days => ${1 + random.int(300)})
    where id = ${projectId}`.execute(db)
  await sql`
    update label_template set name = ${sentence(random)},
      labels = ${JSON.stringify([{ name: 'Pain', color: '#f00', children: [{ name: sentence(random) }] }, 'plain'])}::jsonb
    where project_id = ${projectId}`.execute(db)
  const place = { projectId, by }
  for (let i = random.int(3); i >= 0; i -= 1) await addDocument(app, place, random)
  for (let i = random.int(3); i >= 0; i -= 1) await addInsight(app, place, random)
  for (let i = random.int(3); i >= 0; i -= 1) await addRecording(app, place, random)
  for (let i = random.int(2); i >= 0; i -= 1) await addSurvey(app, { projectId, by, keyId }, random)
  const referTo = sql`external_id = 'x-' || id, metadata = jsonb_build_object('n', id::text)`
  await sql`update insight set ${referTo} where project_id = ${projectId} and id % 2 = 0`.execute(db)
  await sql`
    update file set ${referTo} where project_id = ${projectId} and kind <> 'survey' and id % 2 = 0`.execute(
    db,
  )
  // The entry of a survey in the list of files has the references of the survey.
  await sql`
    with changed as (
      update survey set ${referTo} where project_id = ${projectId} and id % 2 = 0
      returning file_id, external_id, metadata)
    update file f set external_id = changed.external_id, metadata = changed.metadata
    from changed where f.id = changed.file_id`.execute(db)
}

interface Place {
  projectId: number
  by: User
}

async function addDocument(app: TestApp, place: Place, random: Random): Promise<void> {
  const isImage = random.isTrue(0.3)
  const content = `%PDF-1.7 ${randomUUID()} ${sentence(random)}`
  const key = await insertReadFile(app, place, {
    kind: isImage ? 'image' : 'document',
    name: `${random.pick(['plan', 'Übersicht', 'notes 🦓'])}.${isImage ? 'png' : 'pdf'}`,
    extension: isImage ? 'png' : 'pdf',
    pages: Array.from({ length: 1 + random.int(4) }, () => (random.isTrue(0.8) ? sentence(random) : '')),
    content,
  })
  const sha256 = createHash('sha256').update(content).digest('hex')
  await sql`update file set sha256 = ${sha256}, object_bytes = ${Buffer.byteLength(content)} where key = ${key}`.execute(
    app.deps.db,
  )
  if (random.isTrue(0.2))
    await sql`
      update file set status = 'error', extraction_id = null, failure_code = 'damaged', failure_message = 'It is damaged.'
      where key = ${key}`.execute(app.deps.db)
}

async function addInsight(app: TestApp, place: Place, random: Random): Promise<void> {
  const { db } = app.deps
  const isDraft = random.isTrue(0.3)
  const key = await insertReadInsight(app, place, { pages: [sentence(random), sentence(random)], isDraft })
  const object = await storeObject(app.deps, randomUUID(), 'application/pdf')
  await sql`
    update insight set object_key = ${object.key}, object_etag = ${object.etag}, object_bytes = ${object.bytes},
      should_publish = ${random.isTrue()} where key = ${key}`.execute(db)
}

const linesOf = (random: Random): Line[] =>
  Array.from({ length: 1 + random.int(6) }, (_, i) => ({
    startMs: i * 4000,
    text: sentence(random),
    ...(random.isTrue(0.8) && { speaker: random.pick(['A', 'B']) }),
  }))

async function nameSpeakers(app: TestApp, { by }: Place, recordingId: number): Promise<void> {
  await sql`
    insert into speaker_name (recording_id, speaker, segment, name, named_by)
    select distinct on (speaker) ${recordingId}::bigint, coalesce(speaker, ''), case when number % 2 = 0 then -1 else number end,
      'Dr. Ada 🦓 ' || number, ${by.id}::bigint from transcript_segment where recording_id = ${recordingId}
    order by speaker, number`.execute(app.deps.db)
  await sql`
    update transcript_segment set are_times_approximate = true, earliest_ms = start_ms, latest_ms = end_ms + 10,
      is_suspicious = true, confidence = 0.123456
    where recording_id = ${recordingId} and number % 3 = 1`.execute(app.deps.db)
}

async function addRecording(app: TestApp, place: Place, random: Random): Promise<void> {
  const { db } = app.deps
  const { key, recordingId } = await insertRecordingFile(app, place, linesOf(random), {
    ...(random.isTrue(0.2) && { state: 'error' as const }),
  })
  const object = await storeObject(app.deps, randomUUID(), 'video/mp4')
  await sql`
    update file set object_key = ${object.key}, object_etag = ${object.etag}, object_bytes = ${object.bytes}
    where key = ${key}`.execute(db)
  await nameSpeakers(app, place, recordingId)
}

const columnMapping: Record<string, ColumnType> = {
  Name: 'Name',
  Email: 'Email',
  When: 'Timestamp',
  One: 'Single choice',
  Many: 'Multi choice',
  Order: 'Ranking',
  Score: 'NPS',
  Why: 'Open-ended',
  Video: 'MEDIA_RESPONSE',
}

function csvOf(random: Random, rows: number, part: number): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = Array.from({ length: rows }, (_, i) => {
    const person = random.int(rows * 2)
    const colours = ['Red', 'Green', 'Blue']
    return [
      random.isTrue(0.8) ? `Person ${person}` : '',
      random.isTrue(0.7) ? `p${person}.${random.seed}@example.org` : '',
      random.isTrue(0.8)
        ? `2026-0${1 + random.int(9)}-1${random.int(9)}T10:00:0${random.int(9)}Z`
        : random.pick(['', 'soon']),
      random.isTrue(0.9) ? random.pick(colours) : '',
      colours.filter(() => random.isTrue()).join('; '),
      colours.toSorted(() => random.next() - 0.5).join('; '),
      String(random.int(11)),
      random.isTrue(0.7) ? sentence(random) : '',
      `clip-${part}-${i}.mp4`,
    ].map(quote)
  })
  return [Object.keys(columnMapping), ...lines].map((cells) => cells.join(',')).join('\n')
}

async function addSurvey(
  app: TestApp,
  { projectId, by, keyId }: GeneratedProject,
  random: Random,
): Promise<void> {
  const { deps } = app
  const owner = { teamId: by.team_id, userId: by.id, keyId, projectId }
  const parts = Array.from({ length: 1 + random.int(3) }, (_, part) =>
    csvOf(random, 5 + random.int(60), part),
  )
  const surveyId = await makeSurvey(deps, { owner, parts, columnMapping, autoMap: false, mediaConfig: {} })
  await importNow(deps, surveyId)
  await sql`delete from job.job where name = 'index-notes'`.execute(deps.db)
  const recordingId = await insertRecording(app, linesOf(random))
  await nameSpeakers(app, { projectId, by }, recordingId)
  const object = await storeObject(deps, randomUUID(), 'video/mp4')
  const { rows } = await sql<{
    id: number
  }>`select min(id) as id from response where survey_id = ${surveyId}`.execute(deps.db)
  await sql`
    insert into survey_media (survey_id, filename, status, media_level, response_id, upload_key, object_key, object_etag,
      object_bytes, recording_id, linked_at)
    values (${surveyId}, 'clip-0-0.mp4', 'LINKED', 'RESPONSE', ${onlyRow(rows).id}, ${`incoming/${randomUUID()}`},
      ${object.key}, ${object.etag}, ${object.bytes}, ${recordingId}, now()),
      (${surveyId}, 'later.mp4', 'PENDING', null, null, ${`incoming/${randomUUID()}`}, null, null, null, null, null)`.execute(
    deps.db,
  )
  if (random.isTrue(0.5))
    await sql`
      insert into survey_media (survey_id, filename, status, upload_key, failure_code, failure_message)
      values (${surveyId}, 'broken.mp4', 'FAILED', ${`incoming/${randomUUID()}`}, 'no_match', 'No response names it.')`.execute(
      deps.db,
    )
}
