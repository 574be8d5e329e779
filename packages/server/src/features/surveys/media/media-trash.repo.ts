/** SQL of media files in the trash. Writes must be called under `lockSurvey`. */
import type { MediaLevel, MediaStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../../platform/auth/principal.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { canOpen } from '../../projects/projects.public.ts'
import { keptMark, mediaKey } from './survey-media.repo.ts'

export interface ManagedMediaRow {
  id: number
  media_key: string
  upload_key: string
  filename: string
  status: MediaStatus
  media_level: MediaLevel | null
  response_id: number | null
  created_at: Date
  survey_id: number
  team_id: number
  project_id: number
  /** It waits for its replacement, or is one. */
  is_being_replaced: boolean
}

/** Locks its survey, which serializes with the jobs of the survey. */
export async function lockOpenMedia(
  tx: Tx,
  principal: Principal,
  key: string,
): Promise<ManagedMediaRow | undefined> {
  const isWanted = sql`${mediaKey} = ${key}::uuid and ${canOpen(principal)}`
  await sql`
    select from survey_media m join survey s on s.id = m.survey_id join project p on p.id = s.project_id
    where ${isWanted} for no key update of s`.execute(tx)
  const { rows } = await sql<ManagedMediaRow>`
    select m.id, ${mediaKey} as media_key, s.upload_key, coalesce(m.sent_name, m.filename) as filename, m.status,
      m.media_level, m.response_id, m.created_at, m.survey_id, s.team_id, s.project_id,
      m.superseded_by is not null or exists (select from survey_media kept where kept.superseded_by = m.id)
        as is_being_replaced
    from survey_media m join survey s on s.id = m.survey_id join project p on p.id = s.project_id
    where ${isWanted}`.execute(tx)
  return rows[0]
}

export interface MovedMedia {
  id: number
  team_id: number
  recording_id: number | null
}

/** Undefined when it no longer exists. */
export async function moveToTrash(tx: Tx, mediaId: number): Promise<MovedMedia | undefined> {
  await recordChange(tx, 'survey_media', mediaId, 'deleted')
  const { rows } = await sql<MovedMedia>`
    with moved as (delete from survey_media where id = ${mediaId} returning *),
    kept as (insert into deleted_media select * from moved returning id, survey_id, recording_id)
    select kept.id, s.team_id, kept.recording_id from kept join survey s on s.id = kept.survey_id`.execute(tx)
  return rows[0]
}

/** True when its survey has another file of that name now. */
export async function isNameReused(tx: Tx, mediaId: number): Promise<boolean> {
  const { rows } = await sql`
    select from deleted_media d join survey_media m on m.survey_id = d.survey_id
      and m.filename in (d.filename, ${keptMark} || d.filename)
    where d.id = ${mediaId}`.execute(tx)
  return rows.length > 0
}

/** Locks its survey. */
export async function lockTrashedMedia(tx: Tx, mediaId: number): Promise<void> {
  await sql`
    select from deleted_media d join survey s on s.id = d.survey_id
    where d.id = ${mediaId} for no key update of s`.execute(tx)
}

export async function moveFromTrash(tx: Tx, mediaId: number): Promise<MovedMedia | undefined> {
  const { rows } = await sql<MovedMedia>`
    with moved as (delete from deleted_media where id = ${mediaId} returning *),
    kept as (insert into survey_media overriding system value select * from moved returning id, survey_id, recording_id)
    select kept.id, s.team_id, kept.recording_id from kept join survey s on s.id = kept.survey_id`.execute(tx)
  await recordChange(tx, 'survey_media', mediaId, 'restored')
  return rows[0]
}

export async function recordPurge(tx: Tx, mediaId: number): Promise<void> {
  for (const table of ['survey_media', 'deleted_media'] as const)
    await recordChange(tx, table, mediaId, 'purged')
}

/** The event of the log, and the announcement to open windows. */
async function recordChange(
  tx: Tx,
  table: 'survey_media' | 'deleted_media',
  mediaId: number,
  verb: 'deleted' | 'restored' | 'purged',
): Promise<void> {
  await sql`
    select deleted_media_event(m.id, m.key, m.status, m.survey_id, ${verb}),
      announce('media', m.id::text, s.team_id, s.project_id, 'status')
    from ${sql.table(table)} m join survey s on s.id = m.survey_id where m.id = ${mediaId}`.execute(tx)
}
