/**
 * SQL of the lifecycle of imported recordings. Its columns are in the rows of their owners, `file` and `survey_media`;
 * no other feature writes them (docs/adr/0063).
 */
import type { PrivacySettings } from '@inlet/contract'
import type { RecordingOwner } from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { afterFetching } from '../../platform/db/progress.ts'
import { endedByMachineFault, hasLiveJob, type StuckReason } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { pinnedObject } from '../../platform/object-store/pinned-object.ts'
import { type Failure, unfinishedCodes } from '../document-processing/document-processing.public.ts'
import {
  isDeleted,
  isOriginalHidden,
  type PrivacySnapshot,
  privacySnapshot,
} from '../projects/projects.public.ts'
import type { Progress } from './progress.ts'
import { type RecordingState, recordingStateOf, recordingSteps } from './recording-lifecycle.state.ts'
import { legacyJobNames, type RecordingRef, recordingJobs } from './recording-steps.job.ts'

/** How an owner stores the lifecycle. Fragments read the owner's row as `o`. */
interface OwnerSql {
  table: RawBuilder<unknown>
  /** Joins `project p` and `team t`. */
  parents: RawBuilder<unknown>
  isParent: RawBuilder<boolean>
  extension: RawBuilder<string>
  /** The column of the upload's SHA-256, if the owner has one. */
  hash: RawBuilder<string> | null
  /** A transcript that came with the upload, as `transcript_name`, `_key`, `_etag` and `_bytes`. */
  transcript: RawBuilder<unknown>
  /** Object keys of the transcript. */
  transcriptKeys: RawBuilder<(string | null)[]>
  /** Null if the owner has no transcripts. */
  clearTranscript: RawBuilder<unknown> | null
  isRecording: RawBuilder<boolean>
  /** Neither completed nor failed. */
  isActive: RawBuilder<boolean>
  hasFailed: RawBuilder<boolean>
  failureCode: RawBuilder<string>
  activeSince: RawBuilder<Date>
  projectId: RawBuilder<number>
  complete: RawBuilder<unknown>
  restart: RawBuilder<unknown>
  fail: (failure: Failure) => RawBuilder<unknown>
}

const clearProgress = sql`stage = null, percent = null, seconds_left = null`
const isLinkedAndNotFailed = sql`o.status = 'LINKED' and o.recording_failure_code is null`

const owners: Record<RecordingOwner, OwnerSql> = {
  file: {
    table: sql`file`,
    parents: sql`project p join team t on t.id = p.team_id`,
    isParent: sql`p.id = o.project_id`,
    extension: sql`o.extension`,
    hash: sql`sha256`,
    transcript: sql`o.transcript_name, o.transcript_key, o.transcript_etag, o.transcript_bytes`,
    transcriptKeys: sql`array[o.transcript_key, o.transcript_upload_key]`,
    clearTranscript: sql`transcript_key = null, transcript_etag = null, transcript_bytes = null,
      transcript_upload_key = null`,
    isRecording: sql`o.kind in ('audio', 'video')`,
    isActive: sql`o.status = 'processing'`,
    hasFailed: sql`o.status = 'error'`,
    failureCode: sql`o.failure_code`,
    activeSince: sql`o.started_at`,
    projectId: sql`o.project_id`,
    complete: sql`status = 'completed', completed_at = now(), ${clearProgress}`,
    restart: sql`status = 'processing', failure_code = null, failure_message = null, started_at = now(),
      completed_at = null`,
    fail: ({ code, message }) => sql`status = 'error', failure_code = ${code}, failure_message = ${message},
      completed_at = now(), ${clearProgress}`,
  },
  // A media file stays linked even if its recording fails; the recording is completed when its transcript is.
  media: {
    table: sql`survey_media`,
    parents: sql`survey s join project p on p.id = s.project_id join team t on t.id = s.team_id`,
    isParent: sql`s.id = o.survey_id`,
    extension: sql`lower(substring(o.filename from '[^.]*$'))`,
    hash: null,
    transcript: sql`null as transcript_name, null as transcript_key, null as transcript_etag,
      null::bigint as transcript_bytes`,
    transcriptKeys: sql`'{}'::text[]`,
    clearTranscript: null,
    isRecording: sql`true`,
    isActive: sql`${isLinkedAndNotFailed} and not exists (
      select from transcript where transcript.recording_id = o.recording_id and transcript.completed_at is not null)`,
    hasFailed: sql`o.recording_failure_code is not null`,
    failureCode: sql`o.recording_failure_code`,
    activeSince: sql`o.linked_at`,
    projectId: sql`(select s.project_id from survey s where s.id = o.survey_id)`,
    complete: clearProgress,
    restart: sql`recording_failure_code = null, recording_failure_message = null, linked_at = now()`,
    fail: ({ code, message }) => sql`recording_failure_code = ${code}, recording_failure_message = ${message},
      ${clearProgress}`,
  },
}

/**
 * Whether a recording is, or will be, protected. What a release without privacy snapshots completed never was. Reads the
 * owner as `f` or `m`, and `project p`.
 */
export const isProtected: Record<RecordingOwner, RawBuilder<boolean>> = {
  file: sql`(f.kind in ('audio', 'video')
    and is_private(f.privacy, p.auto_pii_enabled, f.status in ('completed', 'error')))`,
  media: sql`is_private(m.privacy, p.auto_pii_enabled, m.recording_id is not null)`,
}

/** Imported by a release without privacy snapshots: its original is hidden by the current setting of its project alone. */
export const isHiddenByProject: Record<RecordingOwner, RawBuilder<boolean>> = {
  file: sql`(f.privacy is null and p.auto_pii_enabled)`,
  media: sql`(m.privacy is null and p.auto_pii_enabled)`,
}

/** An import that an older release started follows the settings its project has when processing starts. */
async function pinPrivacySnapshot(db: Db, { owner, id }: RecordingRef): Promise<void> {
  const { table, parents, isParent, isActive } = owners[owner]
  await sql`
    update ${table} o set privacy = ${privacySnapshot} from ${parents}
    where o.id = ${id} and ${isParent} and o.privacy is null and ${isActive} and o.recording_id is null`.execute(
    db,
  )
}

export interface ImportedRecording extends RecordingRef {
  teamId: number
  /** Transcript language. */
  language: string
  extension: string
  object: PinnedObject
  state: RecordingState
  /** Nothing is shown until a protected version exists. */
  isProtected: boolean
  /** The privacy settings to apply; null when the recording is not protected. */
  settings: PrivacySettings | null
  /** The converted recording, open or closed. */
  recordingId: number | null
  /** The audio for the speech engine, until it is transcribed. */
  speech: PinnedObject | null
  /** A transcript that was uploaded with it and replaces speech recognition. */
  transcript: { name: string; object: PinnedObject } | null
}

/** Undefined when the recording has completed or failed, or no longer exists. */
export async function findActiveRecording(db: Db, ref: RecordingRef): Promise<ImportedRecording | undefined> {
  await pinPrivacySnapshot(db, ref)
  const { table, parents, isParent, isRecording, isActive, extension, transcript } = owners[ref.owner]
  const { rows } = await sql<{
    team_id: number
    language: string
    extension: string
    object_key: string | null
    object_etag: string | null
    object_bytes: number | null
    privacy: PrivacySnapshot | null
    is_on_now: boolean
    recording_id: number | null
    is_closed: boolean
    speech_key: string | null
    speech_etag: string | null
    speech_bytes: number | null
    transcript_name: string | null
    transcript_key: string | null
    transcript_etag: string | null
    transcript_bytes: number | null
  }>`
    select t.id as team_id, p.transcript_language as language, ${extension} as extension, o.object_key, o.object_etag,
      o.object_bytes, o.privacy, p.auto_pii_enabled as is_on_now, coalesce(o.closed_recording_id, o.recording_id) as recording_id,
      o.closed_recording_id is not null as is_closed, r.speech_key, r.speech_etag, r.speech_bytes,
      ${transcript}
    from ${table} o join (${parents}) on ${isParent}
      left join recording r on r.id = coalesce(o.closed_recording_id, o.recording_id)
    where o.id = ${ref.id} and ${isRecording} and ${isActive}`.execute(db)
  const [row] = rows
  const object = row && pinnedObject(row.object_key, row.object_etag, row.object_bytes)
  if (!row || !object) return undefined
  const speech = pinnedObject(row.speech_key, row.speech_etag, row.speech_bytes)
  const isConverted = row.recording_id !== null
  const isProtected = isConverted ? row.is_closed : isOriginalHidden(row.privacy, row.is_on_now)
  return {
    ...ref,
    teamId: row.team_id,
    language: row.language,
    extension: row.extension,
    object,
    state: recordingStateOf({ isConverted, hasSpeech: speech !== null, isClosed: row.is_closed }),
    isProtected,
    settings: isProtected ? (row.privacy?.settings ?? null) : null,
    recordingId: row.recording_id,
    speech,
    transcript: broughtTranscript(row),
  }
}

function broughtTranscript(row: {
  transcript_name: string | null
  transcript_key: string | null
  transcript_etag: string | null
  transcript_bytes: number | null
}): ImportedRecording['transcript'] {
  const object = pinnedObject(row.transcript_key, row.transcript_etag, row.transcript_bytes)
  return object && row.transcript_name !== null ? { name: row.transcript_name, object } : null
}

/**
 * Detaches the uploaded transcript, when it is saved or cannot be used; a retry then transcribes. The caller deletes the
 * returned objects.
 */
export async function detachTranscript(tx: Tx, { owner, id }: RecordingRef): Promise<string[]> {
  const { table, transcriptKeys, clearTranscript } = owners[owner]
  if (!clearTranscript) return []
  const { rows } = await sql<{ keys: string[] }>`
    with brought as (
      select o.id, array_remove(${transcriptKeys}, null) as keys from ${table} o where o.id = ${id} for update)
    update ${table} o set ${clearTranscript} from brought where o.id = brought.id returning brought.keys`.execute(
    tx,
  )
  return rows[0]?.keys ?? []
}

/** Takes the SHA-256 of the upload in hexadecimal. */
export async function saveSourceHash(db: Db, { owner, id }: RecordingRef, sha256: string): Promise<void> {
  const { table, hash, isActive } = owners[owner]
  if (hash)
    await sql`update ${table} o set ${hash} = ${sha256} where o.id = ${id} and ${isActive}`.execute(db)
}

export async function reportProgress(
  db: Db,
  { owner, id }: RecordingRef,
  { stage, percent, secondsLeft }: Progress,
): Promise<void> {
  const { table, isActive } = owners[owner]
  await sql`
    update ${table} o set stage = ${stage}, percent = ${afterFetching(percent)}, seconds_left = ${secondsLeft}
    where o.id = ${id} and ${isActive}`.execute(db)
}

/** A protected recording stays closed, visible to no one. False when no result is expected any more. */
export async function attachConverted(
  tx: Tx,
  { owner, id, isProtected }: RecordingRef & { isProtected: boolean },
  recordingId: number,
): Promise<boolean> {
  const { table, isActive } = owners[owner]
  const column = isProtected ? sql`closed_recording_id` : sql`recording_id`
  const { rows } = await sql`
    update ${table} o set ${column} = ${recordingId}
    where o.id = ${id} and ${isActive} and o.recording_id is null and o.closed_recording_id is null
    returning o.id`.execute(tx)
  return rows.length > 0
}

export async function completeRecording(tx: Tx, { owner, id }: RecordingRef): Promise<void> {
  const { table, isActive, complete } = owners[owner]
  await sql`update ${table} o set ${complete} where o.id = ${id} and ${isActive}`.execute(tx)
}

/**
 * Replaces the closed recording by its protected version and completes. The caller deletes the closed recording and the
 * returned originals, which are named when the team keeps none. Undefined when no result is expected any more.
 */
export async function openProtected(
  tx: Tx,
  { owner, id }: RecordingRef,
  recordingId: number,
): Promise<{ originalKeys: string[] } | undefined> {
  const { table, parents, isParent, isActive, complete } = owners[owner]
  const { rows } = await sql<{ originalKeys: string[] }>`
    update ${table} o set recording_id = ${recordingId}, closed_recording_id = null,
      original_deleted_at = case when t.deletes_originals then now() end, ${complete}
    from ${parents}
    where o.id = ${id} and ${isParent} and ${isActive} and o.closed_recording_id is not null
    returning case when t.deletes_originals then array[o.object_key, o.upload_key] else '{}' end as "originalKeys"`.execute(
    tx,
  )
  return rows[0]
}

export async function markFailed(tx: Tx, { owner, id }: RecordingRef, failure: Failure): Promise<void> {
  const { table, isActive, fail } = owners[owner]
  await sql`update ${table} o set ${fail(failure)} where o.id = ${id} and ${isActive}`.execute(tx)
}

/** What failed protected recordings leave behind. */
export interface AbandonedRecordings {
  /** Number of owners. */
  count: number
  recordingIds: number[]
  /** Uploads and their accepted copies, when the team keeps no originals. */
  originalKeys: string[]
}

/** Detaches closed recordings, and originals if the team keeps none, from failed owners. The caller deletes both. */
export async function detachAbandonedRecordings(
  tx: Tx,
  owner: RecordingOwner,
  { limit, id = null }: { limit: number; id?: number | null },
): Promise<AbandonedRecordings> {
  const { table, parents, isParent, hasFailed, isRecording, transcriptKeys } = owners[owner]
  const { rows } = await sql<{ recording_id: number | null; original_keys: string[] }>`
    with failed as (
      select o.id, o.closed_recording_id, array[o.object_key, o.upload_key] || ${transcriptKeys} as keys,
        t.deletes_originals
      from ${table} o join (${parents}) on ${isParent}
      where ${hasFailed} and (${id}::bigint is null or o.id = ${id})
        and (o.closed_recording_id is not null or (t.deletes_originals and ${isRecording}
          and (o.privacy ->> 'is_on')::boolean and o.original_deleted_at is null))
      order by o.id limit ${limit} for update of o skip locked)
    update ${table} o set closed_recording_id = null,
      original_deleted_at = case when failed.deletes_originals then now() else o.original_deleted_at end
    from failed where o.id = failed.id
    returning failed.closed_recording_id as recording_id,
      case when failed.deletes_originals then array_remove(failed.keys, null) else '{}' end as original_keys`.execute(
    tx,
  )
  return {
    count: rows.length,
    recordingIds: rows.flatMap((row) => row.recording_id ?? []),
    originalKeys: rows.flatMap((row) => row.original_keys),
  }
}

/** True while a job processes the recording, or waits to. `id` is the SQL of its owner's id. */
export function hasLiveRecordingJob(owner: RecordingOwner, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const key = sql`${`${owner}:`} || ${id}::text`
  return sql<boolean>`(${sql.join(
    [
      ...recordingSteps.map((step) => hasLiveJob(recordingJobs[step], key)),
      ...legacyJobNames(owner).map((name) => hasLiveJob({ name }, sql`${id}::text`)),
    ],
    sql` or `,
  )})`
}

/**
 * Fails recordings whose job is gone because all attempts crashed. The minute protects a recording whose transaction
 * commits while this statement runs.
 */
export async function failStuckRecordings(
  db: Db,
  owner: RecordingOwner,
  { failure, reason }: { failure: Failure; reason: StuckReason },
): Promise<number> {
  const { table, isRecording, isActive, activeSince, projectId, fail } = owners[owner]
  const key = sql`${`${owner}:`} || o.id::text`
  const byMachine = sql.join(
    recordingSteps.map((step) => endedByMachineFault(recordingJobs[step], key)),
    sql` or `,
  )
  const { rows } = await sql`
    update ${table} o set ${fail(failure)}
    where ${isRecording} and ${isActive} and ${activeSince} < now() - interval '1 minute'
      and not ${isDeleted(projectId)}
      and not ${hasLiveRecordingJob(owner, sql`o.id`)} and (${reason === 'any'} or ${byMachine})
    returning o.id`.execute(db)
  return rows.length
}

export interface RestartedRecording {
  /** The open recording of the failed attempt. */
  recordingId: number | null
  /** Its audio for the speech engine is still stored. */
  hasSpeech: boolean
  /** Detached; the caller deletes it. */
  closedId: number | null
}

/** Undefined when the recording has not failed, or its original is deleted. */
export async function restartFailed(
  tx: Tx,
  { owner, id }: RecordingRef,
): Promise<RestartedRecording | undefined> {
  const { table, hasFailed, restart } = owners[owner]
  const { rows } = await sql<RestartedRecording>`
    with failed as (
      select o.id, o.recording_id, o.closed_recording_id from ${table} o
      where o.id = ${id} and ${hasFailed} and o.object_key is not null and o.original_deleted_at is null for update)
    update ${table} o set closed_recording_id = null, ${restart}
    from failed left join recording r on r.id = failed.recording_id
    where o.id = failed.id
    returning failed.recording_id as "recordingId", r.speech_key is not null as "hasSpeech",
      failed.closed_recording_id as "closedId"`.execute(tx)
  return rows[0]
}

/** Restarts a recording that failed because its attempts were used up; true when it has to start from its upload. */
export async function reviveRecording(tx: Tx, { owner, id }: RecordingRef): Promise<boolean> {
  const { table, hasFailed, failureCode, restart } = owners[owner]
  const { rows } = await sql<{ hasNothing: boolean }>`
    update ${table} o set ${restart}
    where o.id = ${id} and ${hasFailed} and ${failureCode} = any (${[...unfinishedCodes]}) and o.original_deleted_at is null
    returning o.recording_id is null and o.closed_recording_id is null as "hasNothing"`.execute(tx)
  return rows[0]?.hasNothing ?? false
}

/** Detaches the open recording so that it can be deleted. */
export async function detachOpenRecording(tx: Tx, { owner, id }: RecordingRef): Promise<void> {
  await sql`update ${owners[owner].table} set recording_id = null where id = ${id}`.execute(tx)
}

/** The open recording of a file, by the file's key. */
export async function findRecordingOfFile(db: Db, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ recording_id: number | null }>`
    select recording_id from file where key = ${key}`.execute(db)
  return rows[0]?.recording_id ?? undefined
}
