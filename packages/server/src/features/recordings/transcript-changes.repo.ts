/** SQL of the history of transcripts. */
import type { TranscriptChangeKind } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { LineContent } from '../recording-processing/recording-processing.public.ts'

export interface NewChange {
  recordingId: number
  version: number
  kind: TranscriptChangeKind
  userId: number
  numbers: readonly number[]
}

/** Keeps the lines as they are now, before they are changed. */
export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  const { recordingId, version, kind, userId, numbers } = change
  await sql`
    insert into transcript_change (recording_id, version, kind, changed_by, line_count)
    values (${recordingId}, ${version}, ${kind}, ${userId}, ${numbers.length})`.execute(tx)
  await sql`
    insert into transcript_change_line (recording_id, version, number, text, words, word_starts_ms, word_ends_ms,
      are_times_approximate, confidence, is_suspicious)
    select recording_id, ${version}, number, text, words, word_starts_ms, word_ends_ms, are_times_approximate,
      confidence, is_suspicious
    from transcript_segment where recording_id = ${recordingId} and number = any (${[...numbers]}::int[])`.execute(
    tx,
  )
}

/** Makes an edit part of the next version. False unless it is an edit of these lines by this user. */
export async function continueChange(
  tx: Tx,
  { recordingId, version, userId, numbers }: Omit<NewChange, 'kind'>,
): Promise<boolean> {
  const { rows } = await sql`
    update transcript_change c set version = ${version} + 1, changed_at = now()
    where recording_id = ${recordingId} and version = ${version} and kind = 'edit' and changed_by = ${userId}
      and array(select number from transcript_change_line l where l.recording_id = c.recording_id
        and l.version = c.version order by number) = array(select unnest(${[...numbers]}::int[]) order by 1)
    returning version`.execute(tx)
  return rows.length > 0
}

/** The lines as they were before this change; empty if it is not in the history. */
export async function readChange(tx: Tx, recordingId: number, version: number): Promise<LineContent[]> {
  const { rows } = await sql<{ lines: LineContent[] | null }>`
    select json_agg(json_build_object('number', number, 'text', text, 'words', words, 'starts', word_starts_ms,
      'ends', word_ends_ms, 'are_times_approximate', are_times_approximate, 'confidence', confidence,
      'is_suspicious', is_suspicious) order by number) as lines
    from transcript_change_line where recording_id = ${recordingId} and version = ${version}`.execute(tx)
  return rows[0]?.lines ?? []
}

/** The lines that were changed after this version, as they were then. */
export async function readLinesAfter(tx: Tx, recordingId: number, version: number): Promise<LineContent[]> {
  const { rows } = await sql<{ lines: LineContent[] | null }>`
    select json_agg(json_build_object('number', number, 'text', text, 'words', words, 'starts', word_starts_ms,
      'ends', word_ends_ms, 'are_times_approximate', are_times_approximate, 'confidence', confidence,
      'is_suspicious', is_suspicious) order by number) as lines
    from (select distinct on (number) * from transcript_change_line
      where recording_id = ${recordingId} and version > ${version} order by number, version) earliest`.execute(
    tx,
  )
  return rows[0]?.lines ?? []
}

/** Forgets what these lines were: somebody has redacted them. */
export async function forgetLines(tx: Tx, recordingId: number, numbers: readonly number[]): Promise<void> {
  await sql`
    delete from transcript_change_line
    where recording_id = ${recordingId} and number = any (${[...numbers]}::int[])`.execute(tx)
}

export interface ChangeRow {
  version: number
  kind: TranscriptChangeKind
  by: { id: number; name: string }
  at: Date
  line_count: number
  lines: { number: number; start_ms: number; before: string; after: string }[] | null
}

export interface ChangePage {
  before: number | undefined
  line: number | undefined
  maxLines: number
  limit: number
}

/** Newest first. The text after a change is that before the next change of the line, or the current one. */
export async function listChanges(db: Db, recordingId: number, page: ChangePage): Promise<ChangeRow[]> {
  const { before, line, maxLines, limit } = page
  const { rows } = await sql<ChangeRow>`
    select c.version, c.kind, json_build_object('id', u.id, 'name', u.name) as by, c.changed_at as at, c.line_count,
      (select json_agg(json_build_object('number', l.number, 'start_ms', s.start_ms,
          'before', case when l.words = '{}' then l.text else array_to_string(l.words, ' ') end,
          'after', coalesce(later.text, case when s.words = '{}' then s.text else array_to_string(s.words, ' ') end))
          order by l.number)
        from (select * from transcript_change_line l where l.recording_id = c.recording_id and l.version = c.version
            and (${line ?? null}::int is null or l.number = ${line ?? null}) order by number limit ${maxLines}) l
          join transcript_segment s on s.recording_id = l.recording_id and s.number = l.number
          left join lateral (
            select case when n.words = '{}' then n.text else array_to_string(n.words, ' ') end as text
            from transcript_change_line n where n.recording_id = l.recording_id and n.number = l.number
              and n.version > l.version order by n.version limit 1) later on true) as lines
    from transcript_change c join app_user u on u.id = c.changed_by
    where c.recording_id = ${recordingId} and c.version < ${before ?? null}::int is not false
      and (${line ?? null}::int is null or exists (select from transcript_change_line l
        where l.recording_id = c.recording_id and l.version = c.version and l.number = ${line ?? null}))
    order by c.version desc limit ${limit}`.execute(db)
  return rows
}
