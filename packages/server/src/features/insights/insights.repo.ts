/** SQL of insights. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { Page } from '../../platform/http/paging.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import { canOpen, listNewest, type NewestList } from '../projects/projects.public.ts'
import type { InsightPhase } from './insight.state.ts'
import { processInsight } from './process-insight.job.ts'

export interface Insight {
  id: number
  key: string
  team_id: number
  project_id: number
  name: string
  extension: string
  phase: InsightPhase
  state: 0 | 1 | 2
  upload_key: string
  thumbnail_key: string | null
  failure_message: string | null
  created_at: Date
}

export interface NewInsight {
  projectId: number
  name: string
  extension: string
  uploadKey: string
}

export async function insertInsight(db: Db, principal: Principal, insight: NewInsight): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into insight (team_id, project_id, created_by, api_key_id, name, extension, upload_key)
    values (${principal.teamId}, ${insight.projectId}, ${principal.userId}, ${principal.keyId}, ${insight.name},
      ${insight.extension}, ${insight.uploadKey})
    returning key`.execute(db)
  return onlyRow(rows).key
}

export async function findOpenInsight(
  db: Db,
  principal: Principal,
  key: string,
): Promise<Insight | undefined> {
  const { rows } = await sql<Insight>`
    select i.id, i.key, i.team_id, i.project_id, i.name, i.extension, i.phase, i.state, i.upload_key,
      e.thumbnail_key, i.failure_message, i.created_at
    from insight i join project p on p.id = i.project_id left join extraction e on e.id = i.extraction_id
    where i.key = ${key} and ${canOpen(principal)}`.execute(db)
  return rows[0]
}

/**
 * True for the rows of `insight i` that are shown to a person in the workspace: a private draft is its creator's
 * alone. Programs see the drafts of their projects, which they may have to complete.
 */
export function isShownTo(principal: Principal): RawBuilder<boolean> {
  return sql<boolean>`(i.state <> 1 or i.created_by = ${principal.userId})`
}

export async function isDraftOfAnother(db: Db, principal: Principal, insightId: number): Promise<boolean> {
  const { rows } =
    await sql`select from insight i where i.id = ${insightId} and not ${isShownTo(principal)}`.execute(db)
  return rows.length > 0
}

export type InsightItem = Pick<Insight, 'key' | 'name' | 'project_id' | 'phase' | 'created_at'>

const openInsights: NewestList = {
  table: 'insight',
  figure: 'insights',
  columns: sql`r.key, r.name, r.project_id, r.phase, r.created_at`,
}

export const listOpenInsights = (db: Db, principal: Principal, page: Page) =>
  listNewest<InsightItem>(db, principal, openInsights, page)

/** False when another call has started it already: only one caller ever gets true. */
export async function startProcessing(
  tx: Tx,
  insightId: number,
  object: PinnedObject,
  shouldPublish: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    update insight set phase = 'processing', started_at = now(), should_publish = ${shouldPublish}, object_key = ${object.key},
      object_etag = ${object.etag}, object_bytes = ${object.bytes}
    where id = ${insightId} and phase = 'awaiting_upload' returning id`.execute(tx)
  return rows.length > 0
}

export interface InsightToProcess {
  id: number
  teamId: number
  extension: string
  object: PinnedObject
}

/** Undefined when there is nothing left to do: the record has reached its end, or is gone. */
export async function findInsightToProcess(db: Db, insightId: number): Promise<InsightToProcess | undefined> {
  const { rows } = await sql<{
    team_id: number
    extension: string
    object_key: string
    object_etag: string
    object_bytes: number
  }>`
    select team_id, extension, object_key, object_etag, object_bytes from insight
    where id = ${insightId} and phase = 'processing'`.execute(db)
  const [row] = rows
  return (
    row && {
      id: insightId,
      teamId: row.team_id,
      extension: row.extension,
      object: { key: row.object_key, etag: row.object_etag, bytes: row.object_bytes },
    }
  )
}

export async function finishInsight(tx: Tx, insightId: number, extractionId: number): Promise<boolean> {
  const { rows } = await sql`
    update insight set phase = 'completed', extraction_id = ${extractionId}, completed_at = now(),
      state = case when should_publish then 0 else state end
    where id = ${insightId} and phase = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/** False when the record no longer waits for a result. */
export async function failInsight(tx: Tx, insightId: number, failure: Failure): Promise<boolean> {
  const { rows } = await sql`
    update insight set phase = 'failed', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now()
    where id = ${insightId} and phase = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/**
 * A record at work whose job is gone: its attempts are used up, by crashes or by trouble of the machine. The
 * minute spares a record whose transaction has committed while this statement looks.
 */
export async function failStuckInsights(db: Db, failure: Failure): Promise<number> {
  const { rows } = await sql`
    update insight set phase = 'failed', failure_code = ${failure.code}, failure_message = ${failure.message}, completed_at = now()
    where phase = 'processing' and started_at < now() - interval '1 minute'
      and not ${hasLiveJob(processInsight, sql`insight.id::text`)}
    returning id`.execute(db)
  return rows.length
}

/** Removes what was begun and never completed; returns the keys of what may lie in the store. */
export async function deleteAbandonedInsights(
  tx: Tx,
  olderThanHours: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ upload_key: string }>`
    delete from insight where id in (
      select id from insight
      where phase = 'awaiting_upload' and created_at < now() - make_interval(hours => ${olderThanHours})
      order by created_at limit ${limit} for update skip locked)
    returning upload_key`.execute(tx)
  return rows.map((row) => row.upload_key)
}

export interface ErasedInsight {
  id: number
  keys: (string | null)[]
  extraction_id: number | null
}

export async function deleteProjectInsights(
  tx: Tx,
  projectId: number,
  limit: number,
): Promise<ErasedInsight[]> {
  const { rows } = await sql<ErasedInsight>`
    delete from insight where id in (
      select id from insight where project_id = ${projectId} order by id limit ${limit} for update)
    returning id, array[upload_key, object_key] as keys, extraction_id`.execute(tx)
  return rows
}
