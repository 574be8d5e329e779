/** SQL of storage usage and recent failures. */
import type { RecentFailure } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { readTotals } from '../projects/projects.public.ts'

export interface Original {
  team_id: number
  name: string
  /** Null when deleted. */
  object_key: string | null
}

/** The original upload of a recording. */
export async function findOriginal(
  db: Db,
  owner: 'file' | 'media',
  key: string,
): Promise<Original | undefined> {
  const { rows } =
    owner === 'file'
      ? await sql<Original>`
          select team_id, name, case when original_deleted_at is null then object_key end as object_key from file
          where key = ${key}::uuid and kind in ('audio', 'video') and status <> 'pending_upload'`.execute(db)
      : await sql<Original>`
          select s.team_id, coalesce(m.sent_name, m.filename) as name, case when m.original_deleted_at is null then m.object_key end as object_key
          from survey_media m join survey s on s.id = m.survey_id
          where m.id = ${key}::bigint and m.status = 'LINKED'`.execute(db)
  return rows[0]
}

/** Each branch of the union uses an index of failures. */
export async function listRecentFailures(db: Db, limit: number): Promise<RecentFailure[]> {
  const { rows } = await sql<
    Omit<RecentFailure, 'team' | 'at'> & { team_id: number; team: string; at: Date }
  >`
    select failed.*, t.name as team from (
      (select 'file' as kind, key::text as key, team_id, failure_code as code, failure_message as message,
          completed_at as at from file where status = 'error' order by completed_at desc limit ${limit})
      union all
      (select 'insight', key::text, team_id, failure_code, failure_message, completed_at from insight
        where phase = 'failed' order by completed_at desc limit ${limit})
      union all
      (select 'survey', upload_key::text, team_id, error_details ->> 'code', error_details ->> 'message', started_at
        from survey where status = 'FAILED' order by started_at desc limit ${limit})
      union all
      (select 'media', m.id::text, s.team_id, m.failure_code, m.failure_message, m.created_at
        from (select * from survey_media where status = 'FAILED' order by id desc limit ${limit}) m
          join survey s on s.id = m.survey_id)) failed
      join team t on t.id = failed.team_id
    order by at desc nulls last limit ${limit}`.execute(db)
  return rows.map(({ kind, key, team_id, team, code, message, at }) => ({
    kind,
    key,
    team: { id: team_id, name: team },
    code: code ?? 'unknown',
    message: message ?? '',
    at: (at ?? new Date(0)).toISOString(),
  }))
}

export interface StorageRow {
  original_count: number
  original_bytes: number
  derived_count: number
  part_count: number
  part_bytes: number
  media_count: number
  media_bytes: number
  trash_count: number
  database_bytes: number
  bytes_last_day: number
}

/** Derived objects are estimated from table statistics, which is precise enough for a chart. */
export async function measureStorage(db: Db): Promise<StorageRow | undefined> {
  const t = await readTotals(db)
  const { rows } = await sql<Omit<StorageRow, 'original_count' | 'original_bytes'>>`
    select
      (select coalesce(sum(greatest(reltuples, 0) * 2), 0)::bigint from pg_class
        where oid in ('extraction'::regclass, 'recording'::regclass)) as derived_count,
      p.n as part_count, p.bytes as part_bytes, m.n as media_count, m.bytes as media_bytes,
      (select count(*) from object_trash) as trash_count, pg_database_size(current_database()) as database_bytes,
      (select coalesce(sum(object_bytes), 0)::bigint from file
        where object_bytes is not null and started_at > now() - interval '1 day')
      + (select coalesce(sum(object_bytes), 0)::bigint from insight
        where object_bytes is not null and started_at > now() - interval '1 day') as bytes_last_day
    from (select count(*) as n, coalesce(sum(object_bytes), 0)::bigint as bytes from survey_part
        where object_bytes is not null) p,
      (select count(*) as n, coalesce(sum(object_bytes), 0)::bigint as bytes from survey_media
        where object_bytes is not null) m`.execute(db)
  const originals = {
    original_count: t.audio + t.video + t.document + t.image + t.insights_sent,
    original_bytes: t.file_bytes + t.insight_bytes,
  }
  return rows[0] && { ...rows[0], ...originals }
}
