/** SQL of insights. */
import type { Metadata } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { afterFetching } from '../../platform/db/progress.ts'
import { updatedAt } from '../../platform/db/updated-at.ts'
import type { Page } from '../../platform/http/paging.ts'
import { endedByMachineFault, hasLiveJob, type StuckReason } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { pinnedObject } from '../../platform/object-store/pinned-object.ts'
import {
  type DocumentProgress,
  type DocumentStage,
  type Failure,
  unfinishedCodes,
} from '../document-processing/document-processing.public.ts'
import {
  canOpen,
  isDeleted,
  listNewest,
  type NewestList,
  type PrivacySnapshot,
  privacySnapshot,
  type RecordSource,
} from '../projects/projects.public.ts'
import { isUploadLive, type StoredReferences } from '../uploads/uploads.public.ts'
import { drafter, firstShown, isShownTo, shownDrafters } from './drafts.repo.ts'
import { type InsightPhase, phasesOf } from './insight.state.ts'
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
  object_bytes: number | null
  sha256: string | null
  thumbnail_key: string | null
  failure_code: string | null
  failure_message: string | null
  /** Of the running attempt; meaningless in any other phase. */
  stage: DocumentStage | null
  percent: number | null
  seconds_left: number | null
  notices: string[]
  external_id: string | null
  metadata: Metadata | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

export interface NewInsight extends StoredReferences {
  projectId: number
  name: string
  extension: string
  uploadKey: string
}

export async function insertInsight(db: Db, principal: Principal, insight: NewInsight): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into insight (team_id, project_id, created_by, api_key_id, name, extension, upload_key, privacy, external_id, metadata)
    select ${principal.teamId}, p.id, ${principal.userId}, ${principal.keyId}, ${insight.name}, ${insight.extension},
      ${insight.uploadKey}, ${privacySnapshot}, ${insight.externalId},
      ${insight.metadata && JSON.stringify(insight.metadata)}::jsonb
    from project p where p.id = ${insight.projectId}
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
      i.object_bytes, i.sha256, e.thumbnail_key, i.failure_code, i.failure_message, i.stage, i.percent, i.seconds_left,
      coalesce(e.notices, '{}') as notices, i.external_id, i.metadata, i.created_at, ${updatedAt('i')} as updated_at, i.completed_at
    from insight i join project p on p.id = i.project_id left join extraction e on e.id = i.extraction_id
    where i.key = ${key} and ${canOpen(principal)} and ${isShownTo(principal)}`.execute(db)
  return rows[0]
}

export type InsightState = Pick<
  Insight,
  'key' | 'phase' | 'failure_code' | 'failure_message' | 'stage' | 'percent' | 'seconds_left' | 'external_id'
>

export async function listInsightStates(
  db: Db,
  principal: Principal,
  keys: readonly string[],
): Promise<InsightState[]> {
  const { rows } = await sql<InsightState>`
    select i.key, i.phase, i.failure_code, i.failure_message, i.stage, i.percent, i.seconds_left, i.external_id
    from insight i join project p on p.id = i.project_id
    where i.key = any (${[...keys]}::uuid[]) and ${canOpen(principal)} and ${isShownTo(principal)}`.execute(
    db,
  )
  return rows
}

export type InsightItem = Pick<
  Insight,
  'key' | 'name' | 'project_id' | 'phase' | 'failure_code' | 'external_id' | 'created_at' | 'updated_at'
>

const openInsights: NewestList = {
  table: 'insight',
  figure: 'insights',
  columns: sql`r.key, r.name, r.project_id, r.phase, r.failure_code, r.external_id, r.created_at,
    ${updatedAt('r')} as updated_at`,
  restriction: {
    columns: sql`state, api_key_id, created_by`,
    isShownTo,
    newestOfProject: (principal, limit) =>
      firstShown(principal, {
        columns: sql`i.id`,
        where: sql`i.project_id = p.id`,
        orderBy: sql`i.id desc`,
        limit: sql`${limit}`,
      }),
  },
}

export const listOpenInsights = (db: Db, principal: Principal, page: Page) =>
  listNewest<InsightItem>(db, principal, openInsights, page)

const insightGroups = (principal: Principal, phases: readonly InsightPhase[]) =>
  sql`select d.drafter, s.phase from (${shownDrafters(principal)}) as d (drafter)
    cross join unnest(${[...phases]}::text[]) as s (phase)`

export const insightSource: RecordSource<InsightItem> = {
  list: { ...openInsights, key: 'key', group: sql`${drafter}, i.phase` },
  groups: (principal, { statuses }) => {
    const phases = phasesOf(statuses)
    const otherPhases = phasesOf(undefined).filter((phase) => !phases.includes(phase))
    return {
      groups: insightGroups(principal, phases),
      isGrouped: otherPhases.length > 0,
      // Most insights are completed.
      otherGroups: phases.includes('completed') ? insightGroups(principal, otherPhases) : undefined,
    }
  },
  listPlain: listOpenInsights,
}

/** True for exactly one caller, and only while the accepted upload is still the one that the insight awaits. */
export async function startProcessing(
  tx: Tx,
  { id, upload_key }: Pick<Insight, 'id' | 'upload_key'>,
  object: PinnedObject,
  shouldPublish: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    update insight set phase = 'processing', started_at = now(), should_publish = ${shouldPublish}, object_key = ${object.key},
      object_etag = ${object.etag}, object_bytes = ${object.bytes}
    where id = ${id} and phase = 'awaiting_upload' and upload_key = ${upload_key}
      and not ${isDeleted(sql`insight.project_id`)} returning id`.execute(tx)
  return rows.length > 0
}

/** False when the insight no longer awaits an upload to the first key. */
export async function replaceUploadKey(
  tx: Tx,
  insightId: number,
  from: string,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    update insight set upload_key = ${to}
    where id = ${insightId} and phase = 'awaiting_upload' and upload_key = ${from} returning id`.execute(tx)
  return rows.length > 0
}

export interface InsightToProcess {
  id: number
  teamId: number
  extension: string
  /** The settings of the project when the import started. */
  privacy: PrivacySnapshot
  /** Languages of the project. */
  locales: string[]
  object: PinnedObject
}

/** Undefined when the insight has completed or failed, or no longer exists. */
export async function findInsightToProcess(db: Db, insightId: number): Promise<InsightToProcess | undefined> {
  const { rows } = await sql<{
    team_id: number
    extension: string
    privacy: PrivacySnapshot
    locales: string[]
    object_key: string | null
    object_etag: string | null
    object_bytes: number | null
  }>`
    select i.team_id, i.extension, coalesce(i.privacy, ${privacySnapshot}) as privacy,
      p.transcript_language || p.supported_languages as locales, i.object_key, i.object_etag, i.object_bytes
    from insight i join project p on p.id = i.project_id
    where i.id = ${insightId} and i.phase = 'processing'`.execute(db)
  const [row] = rows
  const object = row && pinnedObject(row.object_key, row.object_etag, row.object_bytes)
  if (!row || !object) return undefined
  const { team_id: teamId, extension, privacy, locales } = row
  return { id: insightId, teamId, extension, privacy, locales, object }
}

export async function saveInsightHash(db: Db, insightId: number, sha256: string): Promise<void> {
  await sql`update insight set sha256 = ${sha256} where id = ${insightId} and phase = 'processing'`.execute(
    db,
  )
}

export async function reportInsightProgress(
  db: Db,
  insightId: number,
  { stage, percent, secondsLeft }: DocumentProgress,
): Promise<void> {
  await sql`
    update insight set stage = ${stage}, percent = ${afterFetching(percent)}, seconds_left = ${secondsLeft}
    where id = ${insightId} and phase = 'processing'`.execute(db)
}

const clearProgress = sql`stage = null, percent = null, seconds_left = null`

export async function finishInsight(tx: Tx, insightId: number, extractionId: number): Promise<boolean> {
  const { rows } = await sql`
    update insight set phase = 'completed', extraction_id = ${extractionId}, completed_at = now(), ${clearProgress},
      state = case when should_publish then 0 else state end
    where id = ${insightId} and phase = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/** False when no result is expected any more. */
export async function failInsight(tx: Tx, insightId: number, failure: Failure): Promise<boolean> {
  const { rows } = await sql`
    update insight set phase = 'failed', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now(), ${clearProgress}
    where id = ${insightId} and phase = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Fails insights whose job is gone because all attempts crashed. The minute protects an insight whose transaction
 * commits while this statement runs.
 */
export async function failStuckInsights(db: Db, failure: Failure, reason: StuckReason): Promise<number> {
  const { rows } = await sql`
    update insight set phase = 'failed', failure_code = ${failure.code}, failure_message = ${failure.message}, completed_at = now(),
      ${clearProgress}
    where phase = 'processing' and started_at < now() - interval '1 minute' and not ${isDeleted(sql`insight.project_id`)}
      and not ${hasLiveJob(processInsight, sql`insight.id::text`)}
      and (${reason === 'any'} or ${endedByMachineFault(processInsight, sql`insight.id::text`)})
    returning id`.execute(db)
  return rows.length
}

/** Only after exhausted retries: a file that is itself at fault would fail again. */
export async function reviveInsight(tx: Tx, insightId: number): Promise<void> {
  await sql`
    update insight set phase = 'processing', failure_code = null, failure_message = null, completed_at = null,
      started_at = now()
    where id = ${insightId} and phase = 'failed' and failure_code = any (${[...unfinishedCodes]})`.execute(tx)
}

/** Deletes insights whose upload was never completed; returns the keys they may have been uploaded to. */
export async function deleteAbandonedInsights(
  tx: Tx,
  olderThanHours: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ upload_key: string }>`
    delete from insight where id in (
      select id from insight
      where phase = 'awaiting_upload' and created_at < now() - make_interval(hours => ${olderThanHours})
        and not ${isUploadLive(sql`insight.upload_key`)}
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
