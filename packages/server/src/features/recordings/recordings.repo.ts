/** SQL of recordings for the player and the transcript view. */
import type { FileStage } from '@inlet/contract'
import type { ImportStatus, RecordingOwner } from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { canOpen, originalKey } from '../projects/projects.public.ts'
import { isProtected } from '../recording-processing/recording-processing.public.ts'
import type { PrivacyRecord } from './protections.ts'

export interface PlaybackRow {
  owner: RecordingOwner
  id: number
  key: string
  team_id: number
  name: string
  media: 'audio' | 'video'
  project_id: number
  project_name: string
  survey_key: string | null
  survey_name: string | null
  response_id: number | null
  respondent_id: number | null
  status: ImportStatus
  failure_code: string | null
  failure_message: string | null
  stage: FileStage | null
  percent: number | null
  seconds_left: number | null
  created_at: Date
  /** Null when the original must not be shown. */
  original_key: string | null
  /** Nothing is shown until a protected version exists. */
  is_private: boolean
  /** The original is not deleted. */
  has_original: boolean
  privacy: PrivacyRecord | null
  recording_id: number | null
  duration_ms: number | null
  has_video: boolean | null
  has_audio: boolean | null
  rendition_type: string | null
  has_poster: boolean
  waveform: string | null
  ms_per_peak: number | null
  has_speech: boolean
  notices: string[] | null
  language: string | null
  engine: string | null
  model: string | null
  is_whole: boolean | null
  heard_ms: number | null
  segment_count: number | null
  version: number | null
  names_version: number | null
  again_language: string | null
  again_percent: number | null
  again_seconds_left: number | null
  again_failure_code: string | null
  again_failure_message: string | null
}

const recorded = sql`r.id as recording_id, r.duration_ms, r.has_video, r.has_audio, r.rendition_type,
  r.poster_key is not null as has_poster, encode(r.waveform, 'base64') as waveform, r.ms_per_peak,
  r.speech_key is not null as has_speech, r.notices, r.privacy, t.language, t.engine, t.model,
  t.completed_at is not null as is_whole, t.heard_ms, t.segment_count, t.version, t.names_version,
  q.language as again_language, q.percent as again_percent, q.seconds_left as again_seconds_left,
  q.failure_code as again_failure_code, q.failure_message as again_failure_message,
  p.id as project_id, p.name as project_name`

const recordings: Record<RecordingOwner, (principal: Principal, key: string) => RawBuilder<PlaybackRow>> = {
  file: (principal, key) => sql`
    select 'file' as owner, f.id, f.key::text as key, f.team_id, f.name, f.kind as media, null as survey_key,
      null as survey_name, null::int as response_id, null::int as respondent_id,
      case f.status when 'processing' then 'working' when 'error' then 'failed' else 'ready' end as status,
      f.failure_code, f.failure_message, f.stage, f.percent, f.seconds_left, f.created_at,
      ${originalKey('f')} as original_key,
      ${isProtected.file} as is_private, f.original_deleted_at is null as has_original, ${recorded}
    from file f join project p on p.id = f.project_id
      left join recording r on r.id = f.recording_id left join transcript t on t.recording_id = r.id
      left join transcription_request q on q.recording_id = r.id
    where f.key = ${key}::uuid and f.status <> 'pending_upload' and f.kind in ('audio', 'video')
      and ${canOpen(principal)}`,
  // A media file has no status beyond LINKED; its recording is ready when the transcript is complete.
  media: (principal, key) => sql`
    select 'media' as owner, m.id, m.id::text as key, s.team_id, coalesce(m.sent_name, m.filename) as name,
      case when r.has_video is not false then 'video' else 'audio' end as media, s.upload_key::text as survey_key,
      s.name as survey_name, m.response_id, m.respondent_id,
      case when m.recording_failure_code is not null then 'failed' when t.completed_at is not null then 'ready'
        else 'working' end as status,
      m.recording_failure_code as failure_code, m.recording_failure_message as failure_message, null as stage,
      null::smallint as percent, null::int as seconds_left, m.created_at,
      ${originalKey('m')} as original_key,
      ${isProtected.media} as is_private,
      m.original_deleted_at is null as has_original, ${recorded}
    from survey_media m join survey s on s.id = m.survey_id join project p on p.id = s.project_id
      left join recording r on r.id = m.recording_id left join transcript t on t.recording_id = r.id
      left join transcription_request q on q.recording_id = r.id
    where m.id = ${key}::bigint and m.status = 'LINKED' and ${canOpen(principal)}`,
}

export async function findPlayback(
  db: Db,
  principal: Principal,
  owner: RecordingOwner,
  key: string,
): Promise<PlaybackRow | undefined> {
  return (await recordings[owner](principal, key).execute(db)).rows[0]
}

export interface SpeakerRow {
  id: string
  name: string | null
  line_count: number
}

export async function listSpeakers(db: Db, recordingId: number): Promise<SpeakerRow[]> {
  const { rows } = await sql<SpeakerRow>`
    select spoken.id, n.name, spoken.line_count from (
      select coalesce(speaker, '') as id, count(*) as line_count, min(number) as first
      from transcript_segment where recording_id = ${recordingId} group by 1) spoken
      left join speaker_name n on n.recording_id = ${recordingId} and n.segment = -1 and n.speaker = spoken.id
    order by spoken.first`.execute(db)
  return rows
}

export interface SegmentRow {
  number: number
  start_ms: number
  end_ms: number
  speaker: string
  speaker_name: string | null
  text: string
  words: string[]
  times: number[]
  are_times_approximate: boolean
  confidence: number | null
  is_suspicious: boolean
  version: number
}

export type StoredSegment = Omit<SegmentRow, 'times'> & { starts: number[]; ends: number[] }

export async function readSegments(db: Db, recordingId: number, from: number): Promise<SegmentRow[]> {
  return (await readStored(db, recordingId, sql<boolean>`s.number >= ${from}`)).map(withTimes)
}

export async function readChangedSegments(db: Db, recordingId: number, since: number): Promise<SegmentRow[]> {
  return (await readStored(db, recordingId, sql<boolean>`s.version > ${since}`)).map(withTimes)
}

export async function readLines(
  db: Db,
  recordingId: number,
  numbers: readonly number[],
): Promise<StoredSegment[]> {
  return readStored(db, recordingId, sql<boolean>`s.number = any (${[...numbers]}::int[])`)
}

export async function readAllLines(db: Db, recordingId: number): Promise<StoredSegment[]> {
  return readStored(db, recordingId, sql<boolean>`true`)
}

/** Read as one JSON value, which is several times faster than the driver's array parsing for twenty thousand words. */
async function readStored(
  db: Db,
  recordingId: number,
  isRead: RawBuilder<boolean>,
): Promise<StoredSegment[]> {
  const { rows } = await sql<{ segments: StoredSegment[] | null }>`
    select json_agg(json_build_object('number', s.number, 'start_ms', s.start_ms, 'end_ms', s.end_ms,
        'speaker', coalesce(s.speaker, ''), 'speaker_name', coalesce(line.name, everywhere.name), 'text', s.text,
        'words', s.words, 'starts', s.word_starts_ms, 'ends', s.word_ends_ms,
        'are_times_approximate', s.are_times_approximate, 'confidence', s.confidence,
        'is_suspicious', s.is_suspicious, 'version', s.version) order by s.number) as segments
    from transcript_segment s
      left join speaker_name line on line.recording_id = s.recording_id and line.segment = s.number
      left join speaker_name everywhere on everywhere.recording_id = s.recording_id and everywhere.segment = -1
        and everywhere.speaker = coalesce(s.speaker, '')
    where s.recording_id = ${recordingId} and ${isRead}`.execute(db)
  return rows[0]?.segments ?? []
}

export function withTimes({ starts, ends, ...segment }: StoredSegment): SegmentRow {
  const times = starts.flatMap((start, i) => [start - segment.start_ms, (ends[i] ?? start) - start])
  return { ...segment, times }
}

/** Locks the owner of a recording against moves and deletion. Nothing is locked if it does not exist. */
export async function lockOwner(tx: Tx, { owner, key }: { owner: string; key: string }): Promise<void> {
  if (owner === 'file') await sql`select from file where key = ${key}::uuid for share`.execute(tx)
  else
    await sql`
      select from survey_media m join survey s on s.id = m.survey_id where m.id = ${key}::bigint
      for share of m, s`.execute(tx)
}
