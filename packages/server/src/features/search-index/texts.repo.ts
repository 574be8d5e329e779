/** SQL of indexed texts: pages of an extraction and segments of a transcript. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import { indexText } from './index-text.job.ts'

export type TextKind = 'page' | 'segment'

export interface TextOwner {
  projectId: number
  teamId: number
}

/** The record that owns a text; files, insights and survey media share extractions and recordings. */
const owners: Record<TextKind, (sourceId: RawBuilder<unknown>) => RawBuilder<TextOwner>> = {
  page: (id) => sql`
    select project_id as "projectId", team_id as "teamId" from file where extraction_id = ${id}
    union all select project_id, team_id from insight where extraction_id = ${id}`,
  segment: (id) => sql`
    select project_id as "projectId", team_id as "teamId" from file where recording_id = ${id}
    union all select s.project_id, s.team_id from survey_media m join survey s on s.id = m.survey_id
      where m.recording_id = ${id}`,
}

/** Undefined when the record no longer exists. */
export async function findTextOwner(
  db: Db,
  kind: TextKind,
  sourceId: number,
): Promise<TextOwner | undefined> {
  const { rows } = await owners[kind](sql`${sourceId}`).execute(db)
  return rows[0]
}

/** Entries for the search index. Items are numbered from 1, so that 0 means not indexed. */
const texts: Record<TextKind, (sourceId: number) => RawBuilder<unknown>> = {
  page: (id) =>
    sql`select number as item, 0 as position, text from extraction_page where extraction_id = ${id}`,
  segment: (id) =>
    sql`select number + 1 as item, 0 as position, text from transcript_segment where recording_id = ${id}`,
}

export const textsBetween = (kind: TextKind, sourceId: number, after: number, last: number) =>
  sql`select item, position, text from (${texts[kind](sourceId)}) all_texts
    where item > ${after} and item <= ${last} and text <> ''`

export const segmentTexts = (recordingId: number, items: readonly number[]) =>
  sql`select item, position, text from (${texts.segment(recordingId)}) all_texts
    where item = any (${[...items]}::int[]) and text <> ''`

export async function isTranscriptIndexed(tx: Tx, recordingId: number): Promise<boolean> {
  const { rows } = await sql`
    select from transcript where recording_id = ${recordingId} and indexed_at is not null`.execute(tx)
  return rows.length > 0
}

/** The last item of the next batch; undefined when none are left. */
export async function lastOfNextTexts(
  tx: Tx,
  kind: TextKind,
  sourceId: number,
  after: number,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(item) as last from (
      select item from (${texts[kind](sourceId)}) all_texts where item > ${after} order by item limit ${limit}) next`.execute(
    tx,
  )
  return rows[0]?.last ?? undefined
}

export async function markIndexed(tx: Tx, kind: TextKind, sourceId: number): Promise<void> {
  if (kind === 'page') await sql`update extraction set indexed_at = now() where id = ${sourceId}`.execute(tx)
  else await sql`update transcript set indexed_at = now() where recording_id = ${sourceId}`.execute(tx)
}

/** Returns those that are complete. */
export async function markUnindexed(tx: Tx, kind: TextKind, sourceIds: readonly number[]): Promise<number[]> {
  const ids = [...sourceIds]
  const { rows } =
    kind === 'page'
      ? await sql<{ id: number }>`
          update extraction set indexed_at = null where id = any (${ids}::bigint[]) returning id`.execute(tx)
      : await sql<{ id: number }>`
          update transcript set indexed_at = null
          where recording_id = any (${ids}::bigint[]) and completed_at is not null returning recording_id as id`.execute(
          tx,
        )
  return rows.map(({ id }) => id)
}

const unindexed: Record<TextKind, RawBuilder<unknown>> = {
  page: sql`select id from extraction where indexed_at is null`,
  segment: sql`select recording_id as id from transcript where indexed_at is null and completed_at is not null`,
}

/** Texts without an indexing job: completed before the job existed, or with exhausted retries. */
export async function listUnindexed(
  db: Db,
  kind: TextKind,
  limit: number,
): Promise<{ sourceId: number; teamId: number }[]> {
  const { rows } = await sql<{ sourceId: number; teamId: number }>`
    select source.id as "sourceId", owner."teamId" from (${unindexed[kind]} order by 1 limit ${limit}) source
      cross join lateral (${owners[kind](sql`source.id`)}) owner
    where not ${hasLiveJob(indexText, sql`${`${kind} `}::text || source.id`)}`.execute(db)
  return rows
}
