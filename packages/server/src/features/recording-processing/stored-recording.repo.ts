/** SQL of recordings and transcripts as exports contain them and imports of bundles restore them. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

/** Times have microseconds. Columns that name objects or other rows are not exported. */
export interface StoredRecording {
  duration_ms: number
  has_video: boolean
  has_audio: boolean
  rendition_type: string
  /** As PostgreSQL writes bytes: hexadecimal, after `\x`. */
  waveform: string | null
  ms_per_peak: number | null
  notices: string[]
  privacy: object | null
  created_at: string
}

export interface StoredTranscript {
  engine: string
  model: string
  language: string
  chunk_count: number
  segment_count: number
  heard_ms: number
  started_at: string
  completed_at: string | null
}

/** What the transcript of the read API does not say of a segment. */
export interface StoredSegment {
  number: number
  are_times_approximate: boolean
  earliest_ms: number | null
  latest_ms: number | null
}

export async function readStoredRecording(
  db: Db,
  recordingId: number,
): Promise<{ recording: StoredRecording; transcript: StoredTranscript | null; segments: StoredSegment[] }> {
  const { rows } = await sql<{
    recording: StoredRecording
    transcript: StoredTranscript | null
    segments: StoredSegment[]
  }>`
    select
      (select to_jsonb(r) from (select duration_ms, has_video, has_audio, rendition_type, waveform, ms_per_peak, notices,
        privacy, created_at from recording where id = ${recordingId}) r) as recording,
      (select to_jsonb(t) from (select engine, model, language, chunk_count, segment_count, heard_ms, started_at,
        completed_at from transcript where recording_id = ${recordingId}) t) as transcript,
      coalesce((select jsonb_agg(to_jsonb(s) order by number) from (
        select number, are_times_approximate, earliest_ms, latest_ms from transcript_segment
        where recording_id = ${recordingId}) s), '[]') as segments`.execute(db)
  return onlyRow(rows)
}

export async function restoreRecording(
  tx: Tx,
  stored: StoredRecording,
  { renditionKey, posterKey }: { renditionKey: string; posterKey: string | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into recording (duration_ms, has_video, has_audio, rendition_type, waveform, ms_per_peak, notices, privacy,
      created_at, rendition_key, poster_key)
    select duration_ms, has_video, has_audio, rendition_type, waveform, ms_per_peak, notices, privacy, created_at,
      ${renditionKey}, ${posterKey}
    from jsonb_populate_record(null::recording, ${JSON.stringify(stored)}::jsonb)
    returning id`.execute(tx)
  return onlyRow(rows).id
}

export async function restoreTranscript(
  tx: Tx,
  recordingId: number,
  stored: StoredTranscript,
): Promise<void> {
  await sql`
    insert into transcript (recording_id, engine, model, language, chunk_count, segment_count, heard_ms, started_at,
      completed_at)
    select ${recordingId}, engine, model, language, chunk_count, segment_count, heard_ms, started_at, completed_at
    from jsonb_populate_record(null::transcript, ${JSON.stringify(stored)}::jsonb)`.execute(tx)
}

export interface RestoredSegment extends StoredSegment {
  start_ms: number
  end_ms: number
  text: string
  confidence: number | null
  speaker: string | null
  is_suspicious: boolean
  words: string[]
  word_starts_ms: number[]
  word_ends_ms: number[]
}

const segmentsAtOnce = 500

export async function restoreSegments(
  tx: Tx,
  recordingId: number,
  segments: readonly RestoredSegment[],
): Promise<void> {
  for (let from = 0; from < segments.length; from += segmentsAtOnce)
    await sql`
      insert into transcript_segment (recording_id, number, start_ms, end_ms, text, confidence, speaker, is_suspicious,
        words, word_starts_ms, word_ends_ms, are_times_approximate, earliest_ms, latest_ms)
      select ${recordingId}, number, start_ms, end_ms, text, confidence, speaker, is_suspicious, words, word_starts_ms,
        word_ends_ms, are_times_approximate, earliest_ms, latest_ms
      from jsonb_populate_recordset(null::transcript_segment,
        ${JSON.stringify(segments.slice(from, from + segmentsAtOnce))}::jsonb)`.execute(tx)
}
