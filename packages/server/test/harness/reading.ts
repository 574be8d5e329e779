/** Processed materials, inserted into the tables and the object store as processing leaves them. */
import { randomUUID } from 'node:crypto'
import { roles } from '@inlet/contract'
import { sql } from 'kysely'
import { handleIndexText } from '../../src/features/search-index/index-text.handler.ts'
import type { Team, User } from '../../src/features/team/team.repo.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { TestApp } from './app.ts'
import { insertInsightRow } from './import-rows.ts'
import { makeTeam } from './people.ts'
import { soleAttempt } from './surveys.ts'
import { makeVisitor, type Visitor, visitorWith } from './visitors.ts'

export interface Reader {
  user: User
  visitor: Visitor
}

export interface Readers {
  team: Team
  /** Admin; owns the projects. */
  ada: Reader
  finn: Reader
  vera: Reader
  /** From another team. */
  stranger: Reader
  anonymous: Visitor
  open: number
  closed: number
}

export async function makeReaders(app: TestApp): Promise<Readers> {
  const team = await makeTeam(app.deps)
  const ada = await makeVisitor(app, { team, role: roles.admin })
  const finn = await makeVisitor(app, { team, role: roles.fullSeat })
  const vera = await makeVisitor(app, { team, role: roles.viewer })
  const stranger = await makeVisitor(app, { role: roles.admin })
  const open = await makeProject(ada, 2)
  const closed = await makeProject(ada, 1)
  return { team, ada, finn, vera, stranger, anonymous: visitorWith(app, ''), open, closed }
}

export async function makeProject(
  { visitor }: Pick<Reader, 'visitor'>,
  sharing: 1 | 2,
  settings: object = {},
): Promise<number> {
  const body = { name: `Project ${sharing}`, project_share_preference: sharing, ...settings }
  return ((await (await visitor.post('/projects', body)).json()) as { id: number }).id
}

interface Place {
  projectId: number
  by: User
}

async function store({ deps }: TestApp, content: string | Buffer, contentType: string): Promise<string> {
  const key = `derived/${randomUUID()}`
  const body = Buffer.from(content)
  await deps.store.write(key, body, { contentType, bytes: body.length })
  return key
}

async function insertExtraction(app: TestApp, pages: readonly string[], viewer: string): Promise<number> {
  const { db } = app.deps
  const viewerKey = await store(app, viewer, 'application/pdf')
  const { rows } = await sql<{ id: number }>`
    insert into extraction (page_count, width, height, viewer_key, notices)
    values (${pages.length}, 640, 480, ${viewerKey}, '{ocr_incomplete}') returning id`.execute(db)
  const { id } = onlyRow(rows)
  await sql`
    insert into extraction_page (extraction_id, number, source, text)
    select ${id}, i, case when text = '' then 'none' else 'text' end, text
    from unnest(${[...pages]}::text[]) with ordinality as pages (text, i)`.execute(db)
  return id
}

export async function insertReadFile(
  app: TestApp,
  { projectId, by }: Place,
  options: {
    kind?: 'document' | 'image'
    name?: string
    extension?: string
    pages: readonly string[]
    content?: string
  },
): Promise<string> {
  const {
    kind = 'document',
    name = 'notes.pdf',
    extension = 'pdf',
    pages,
    content = '%PDF-1.7 0123456789',
  } = options
  const extractionId = await insertExtraction(app, pages, content)
  const objectKey = await store(app, content, 'application/octet-stream')
  const { rows } = await sql<{ key: string }>`
    insert into file (team_id, project_id, created_by, name, extension, kind, status, upload_key, object_key,
      object_etag, object_bytes, extraction_id, started_at, completed_at)
    values (${by.team_id}, ${projectId}, ${by.id}, ${name}, ${extension}, ${kind}, 'completed',
      ${`incoming/${randomUUID()}`}, ${objectKey}, 'e', ${content.length}, ${extractionId}, now(), now())
    returning key`.execute(app.deps.db)
  await indexNow(app, 'page', extractionId)
  return onlyRow(rows).key
}

export async function insertReadInsight(
  app: TestApp,
  place: Place,
  options: { pages: readonly string[]; isDraft?: boolean; name?: string; keyId?: number | null },
): Promise<string> {
  const { pages, isDraft = false, name = 'report.pdf', keyId = null } = options
  const key = await insertInsightRow(app.deps.db, place, 'ready', { draft: isDraft, name, keyId })
  const extractionId = await insertExtraction(app, pages, '%PDF-1.7 insight')
  await sql`update insight set extraction_id = ${extractionId} where key = ${key}`.execute(app.deps.db)
  await indexNow(app, 'page', extractionId)
  return key
}

export interface Line {
  startMs: number
  text: string
  speaker?: string
}

export async function insertRecordingFile(
  app: TestApp,
  { projectId, by }: Place,
  lines: readonly Line[],
  { name = 'interview.mp4', state = 'completed' }: { name?: string; state?: 'completed' | 'error' } = {},
): Promise<{ key: string; recordingId: number }> {
  const { db } = app.deps
  const recordingId = await insertRecording(app, lines)
  const made = await sql<{ key: string }>`
    insert into file (team_id, project_id, created_by, name, extension, kind, status, upload_key, object_key,
      object_etag, object_bytes, recording_id, failure_code, failure_message, started_at, completed_at)
    values (${by.team_id}, ${projectId}, ${by.id}, ${name}, 'mp4', 'video', ${state},
      ${`incoming/${randomUUID()}`}, ${`accepted/${randomUUID()}`}, 'e', 18, ${recordingId},
      ${state === 'error' ? 'gave_up' : null}, ${state === 'error' ? 'All attempts failed.' : null}, now(), now())
    returning key`.execute(db)
  await indexNow(app, 'segment', recordingId)
  return { key: onlyRow(made.rows).key, recordingId }
}

/** With a transcript that is not indexed yet. */
export async function insertRecording(app: TestApp, lines: readonly Line[]): Promise<number> {
  const { db } = app.deps
  const rendition = await store(app, 'not really a video', 'video/mp4')
  const durationMs = (lines.at(-1)?.startMs ?? 0) + 5000
  const { rows } = await sql<{ id: number }>`
    insert into recording (duration_ms, has_video, has_audio, rendition_key, rendition_type, waveform, ms_per_peak)
    values (${durationMs}, true, true, ${rendition}, 'video/mp4', ${Buffer.alloc(9000, 5)}, 20) returning id`.execute(
    db,
  )
  const { id: recordingId } = onlyRow(rows)
  await sql`
    insert into transcript (recording_id, engine, model, language, segment_count, heard_ms, completed_at)
    values (${recordingId}, 'test', 'small', 'en-US', ${lines.length}, ${durationMs}, now())`.execute(db)
  await insertLines(app, recordingId, lines)
  return recordingId
}

async function insertLines({ deps }: TestApp, recordingId: number, lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ startMs, text, speaker }, number) => {
    const words = text.split(' ')
    return {
      number,
      start_ms: startMs,
      end_ms: startMs + words.length * 300,
      text,
      speaker: speaker ?? null,
      words,
      starts: words.map((_, i) => startMs + i * 300),
      ends: words.map((_, i) => startMs + i * 300 + 250),
    }
  })
  await sql`
    insert into transcript_segment (recording_id, number, start_ms, end_ms, text, confidence, speaker, is_suspicious,
      words, word_starts_ms, word_ends_ms, are_times_approximate)
    select ${recordingId}, number, start_ms, end_ms, text, 0.9, speaker, false, words, starts, ends, false
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as lines (number int, start_ms int, end_ms int, text text,
      speaker text, words text[], starts int[], ends int[])`.execute(deps.db)
}

export function indexNow({ deps }: TestApp, kind: 'page' | 'segment', sourceId: number): Promise<void> {
  return handleIndexText(deps, { v: 1, kind, sourceId }, soleAttempt())
}

/** Callers without access: no session, another team, a private project. */
export async function expectClosed(
  { finn, stranger, anonymous }: Readers,
  openPath: string,
  closedPath: string,
): Promise<number[]> {
  const answers = await Promise.all([
    anonymous.get(openPath),
    stranger.visitor.get(openPath),
    finn.visitor.get(closedPath),
  ])
  return answers.map(({ status }) => status)
}

/** Durations of five requests in milliseconds. */
export async function timeReads(visitor: Visitor, path: string): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < 5; i += 1) {
    const start = performance.now()
    await visitor.read(path)
    times.push(Math.round(performance.now() - start))
  }
  return times
}
