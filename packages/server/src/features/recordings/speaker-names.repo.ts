/** SQL of assigned speaker names. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface NamedLabel {
  speaker: string
  name: string | null
}

export interface NamedRange {
  first: number
  last: number
  name: string | null
}

export async function listLabels(
  tx: Tx,
  recordingId: number,
  labels: readonly string[],
): Promise<NamedLabel[]> {
  const { rows } = await sql<NamedLabel>`
    select said.speaker, n.name from (
        select distinct coalesce(speaker, '') as speaker from transcript_segment where recording_id = ${recordingId}) said
      left join speaker_name n on n.recording_id = ${recordingId} and n.segment = -1 and n.speaker = said.speaker
    where said.speaker = any (${[...labels]}::text[])`.execute(tx)
  return rows
}

/** The lines of the labels that have a name of their own, and all lines of the ranges. */
export async function listLineNames(
  tx: Tx,
  recordingId: number,
  labels: readonly string[],
  ranges: readonly Pick<NamedRange, 'first' | 'last'>[],
): Promise<{ number: number; name: string | null }[]> {
  const { rows } = await sql<{ number: number; name: string | null }>`
    select s.number, n.name from transcript_segment s
      left join speaker_name n on n.recording_id = s.recording_id and n.segment = s.number
    where s.recording_id = ${recordingId} and (
      n.name is not null and coalesce(s.speaker, '') = any (${[...labels]}::text[])
      or exists (select from unnest(${ranges.map(({ first }) => first)}::int[], ${ranges.map(({ last }) => last)}::int[])
          as r (first, last) where s.number between r.first and r.last))
    order by s.number`.execute(tx)
  return rows
}

/** Replaces the names of the labels and of their lines. */
export async function saveLabelNames(
  tx: Tx,
  recordingId: number,
  labels: readonly NamedLabel[],
  userId: number,
): Promise<void> {
  const speakers = labels.map(({ speaker }) => speaker)
  await sql`
    delete from speaker_name where recording_id = ${recordingId} and speaker = any (${speakers}::text[])`.execute(
    tx,
  )
  await sql`
    insert into speaker_name (recording_id, speaker, segment, name, named_by)
    select ${recordingId}, speaker, -1, name, ${userId}
    from unnest(${speakers}::text[], ${labels.map(({ name }) => name)}::text[]) as given (speaker, name)
    where name is not null`.execute(tx)
}

/** Replaces the names of single lines. */
export async function saveRangeNames(
  tx: Tx,
  recordingId: number,
  ranges: readonly NamedRange[],
  userId: number,
): Promise<void> {
  const firsts = ranges.map(({ first }) => first)
  const lasts = ranges.map(({ last }) => last)
  await sql`
    delete from speaker_name n using unnest(${firsts}::int[], ${lasts}::int[]) as r (first, last)
    where n.recording_id = ${recordingId} and n.segment between r.first and r.last`.execute(tx)
  await sql`
    insert into speaker_name (recording_id, speaker, segment, name, named_by)
    select ${recordingId}, coalesce(s.speaker, ''), s.number, r.name, ${userId}
    from unnest(${firsts}::int[], ${lasts}::int[], ${ranges.map(({ name }) => name)}::text[]) as r (first, last, name)
      join transcript_segment s on s.recording_id = ${recordingId} and s.number between r.first and r.last
    where r.name is not null`.execute(tx)
}

/** Names that were given in recordings of a project, the latest first. */
export async function listProjectNames(
  db: Db,
  { recordingId, projectId, limit }: { recordingId: number; projectId: number; limit: number },
): Promise<{ name: string; is_here: boolean }[]> {
  const { rows } = await sql<{ name: string; is_here: boolean }>`
    select name, bool_or(recording_id = ${recordingId}) as is_here from speaker_name
    where recording_id in (
      select recording_id from file where project_id = ${projectId} and recording_id is not null
      union all select m.recording_id from survey_media m join survey s on s.id = m.survey_id
        where s.project_id = ${projectId} and m.recording_id is not null)
    group by name order by 2 desc, max(named_at) desc, name limit ${limit}`.execute(db)
  return rows
}
