/** SQL of recordings and what was said in them. */
import type { Segment } from '@inlet/processors'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import type { Transcript } from './transcript-text.ts'

export interface NewRecording {
  durationMs: number
  hasVideo: boolean
  hasAudio: boolean
  renditionKey: string
  renditionType: string
  posterKey: string | null
  waveform: { peaks: Int8Array; msPerPeak: number } | null
  speech: PinnedObject | null
  notices: readonly string[]
  /** What was done to protect whom it is of. */
  privacy?: object
}

export async function insertRecording(tx: Tx, recording: NewRecording): Promise<number> {
  const { waveform, speech } = recording
  const peaks =
    waveform && Buffer.from(waveform.peaks.buffer, waveform.peaks.byteOffset, waveform.peaks.byteLength)
  const { rows } = await sql<{ id: number }>`
    insert into recording (duration_ms, has_video, has_audio, rendition_key, rendition_type, poster_key, waveform,
      ms_per_peak, speech_key, speech_etag, speech_bytes, notices, privacy)
    values (${recording.durationMs}, ${recording.hasVideo}, ${recording.hasAudio}, ${recording.renditionKey},
      ${recording.renditionType}, ${recording.posterKey}, ${peaks}, ${waveform?.msPerPeak ?? null},
      ${speech?.key ?? null}, ${speech?.etag ?? null}, ${speech?.bytes ?? null}, ${[...recording.notices]}::text[],
      ${recording.privacy === undefined ? null : JSON.stringify(recording.privacy)})
    returning id`.execute(tx)
  return onlyRow(rows).id
}

export interface RecordingToTranscribe {
  durationMs: number
  speech: PinnedObject
}

/** Undefined when nothing is left to be heard. */
export async function findRecordingToTranscribe(
  db: Db,
  recordingId: number,
): Promise<RecordingToTranscribe | undefined> {
  const { rows } = await sql<{
    duration_ms: number
    speech_key: string
    speech_etag: string
    speech_bytes: number
  }>`
    select duration_ms, speech_key, speech_etag, speech_bytes from recording
    where id = ${recordingId} and speech_key is not null`.execute(db)
  const [row] = rows
  return (
    row && {
      durationMs: row.duration_ms,
      speech: { key: row.speech_key, etag: row.speech_etag, bytes: row.speech_bytes },
    }
  )
}

export interface TranscriptStart {
  engine: string
  model: string
  language: string
}

/** Where to go on. What another engine has heard of the recording is dropped: a transcript has one ear. */
export async function beginTranscript(
  tx: Tx,
  recordingId: number,
  { engine, model, language }: TranscriptStart,
): Promise<{ heardMs: number; chunkCount: number }> {
  await sql`
    delete from transcript where recording_id = ${recordingId}
      and (engine, model, language) <> (${engine}, ${model}, ${language})`.execute(tx)
  await sql`
    insert into transcript (recording_id, engine, model, language)
    values (${recordingId}, ${engine}, ${model}, ${language}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ heard_ms: number; chunk_count: number }>`
    select heard_ms, chunk_count from transcript where recording_id = ${recordingId}`.execute(tx)
  const { heard_ms: heardMs, chunk_count: chunkCount } = onlyRow(rows)
  return { heardMs, chunkCount }
}

export interface HeardChunk {
  index: number
  endMs: number
  segments: readonly Segment[]
}

/** False when the chunk is not the next one: another attempt has kept it already. */
export async function saveChunk(tx: Tx, recordingId: number, chunk: HeardChunk): Promise<boolean> {
  const { segments } = chunk
  const { rows } = await sql<{ first: number }>`
    update transcript set chunk_count = chunk_count + 1, segment_count = segment_count + ${segments.length},
      heard_ms = ${chunk.endMs}
    where recording_id = ${recordingId} and chunk_count = ${chunk.index} and completed_at is null
    returning segment_count - ${segments.length} as first`.execute(tx)
  const [row] = rows
  if (!row) return false
  for (const [index, segment] of segments.entries())
    await insertSegment(tx, recordingId, row.first + index, segment)
  return true
}

async function insertSegment(tx: Tx, recordingId: number, number: number, segment: Segment): Promise<void> {
  const { words } = segment
  await sql`
    insert into transcript_segment (recording_id, number, start_ms, end_ms, text, confidence, speaker, is_suspicious,
      words, word_starts_ms, word_ends_ms, are_times_approximate)
    values (${recordingId}, ${number}, ${segment.startMs}, ${segment.endMs}, ${segment.text},
      ${segment.confidence ?? null}, ${segment.speaker ?? null}, ${segment.isSuspicious},
      ${words.map((word) => word.text)}::text[], ${words.map((word) => word.startMs)}::int[],
      ${words.map((word) => word.endMs)}::int[], ${words.some((word) => word.isApproximate)})`.execute(tx)
}

/** All is heard. Returns the key of the sound that nobody needs any more. A closed transcript is never complete. */
export async function finishTranscript(
  tx: Tx,
  recordingId: number,
  { isShown }: { isShown: boolean },
): Promise<string | undefined> {
  if (isShown)
    await sql`update transcript set completed_at = now() where recording_id = ${recordingId}`.execute(tx)
  // "new" and "old" cannot both be returned before PostgreSQL 18, so the key is read first.
  const { rows } = await sql<{ speech_key: string | null }>`
    select speech_key from recording where id = ${recordingId} for update`.execute(tx)
  await sql`
    update recording set speech_key = null, speech_etag = null, speech_bytes = null,
      notices = case when (select segment_count from transcript where recording_id = id) = 0 and has_audio
        then array_append(notices, 'no_speech') else notices end
    where id = ${recordingId}`.execute(tx)
  return rows[0]?.speech_key ?? undefined
}

/** A recording without sound: nobody listened, and there is nothing to read. */
export async function insertEmptyTranscript(tx: Tx, recordingId: number, language: string): Promise<void> {
  await sql`
    insert into transcript (recording_id, engine, model, language, completed_at)
    values (${recordingId}, 'none', '', ${language}, now())`.execute(tx)
}

/** Undefined until it is whole. */
export async function findTranscript(db: Db, recordingId: number): Promise<Transcript | undefined> {
  const { rows } = await sql<Omit<Transcript, 'segments'>>`
    select t.engine, t.model, t.language, r.duration_ms as "durationMs"
    from transcript t join recording r on r.id = t.recording_id
    where t.recording_id = ${recordingId} and t.completed_at is not null`.execute(db)
  const [transcript] = rows
  return transcript && { ...transcript, segments: await listSegments(db, recordingId) }
}

interface SegmentRow {
  start_ms: number
  end_ms: number
  text: string
  confidence: number | null
  speaker: string | null
  is_suspicious: boolean
  words: string[]
  word_starts_ms: number[]
  word_ends_ms: number[]
  are_times_approximate: boolean
}

/** With the names that people have given to speakers. */
export async function listSegments(db: Db, recordingId: number): Promise<Segment[]> {
  const { rows } = await sql<SegmentRow>`
    select s.start_ms, s.end_ms, s.text, s.confidence, coalesce(line.name, everywhere.name, s.speaker) as speaker,
      s.is_suspicious, s.words, s.word_starts_ms, s.word_ends_ms, s.are_times_approximate
    from transcript_segment s
      left join speaker_name line on line.recording_id = s.recording_id and line.segment = s.number
      left join speaker_name everywhere on everywhere.recording_id = s.recording_id and everywhere.segment = -1
        and everywhere.speaker = coalesce(s.speaker, '')
    where s.recording_id = ${recordingId} order by s.number`.execute(db)
  return rows.map((row) => ({
    startMs: row.start_ms,
    endMs: row.end_ms,
    text: row.text,
    ...(row.confidence !== null && { confidence: row.confidence }),
    ...(row.speaker !== null && { speaker: row.speaker }),
    isSuspicious: row.is_suspicious,
    words: row.words.map((text, i) => ({
      text,
      startMs: row.word_starts_ms[i] ?? row.start_ms,
      endMs: row.word_ends_ms[i] ?? row.end_ms,
      isApproximate: row.are_times_approximate,
    })),
  }))
}

export interface ClosedRecording {
  renditionKey: string
  renditionType: string
  notices: string[]
  /** Null where nobody listened. */
  transcript: TranscriptStart | null
}

export async function findClosedRecording(db: Db, recordingId: number): Promise<ClosedRecording | undefined> {
  const { rows } = await sql<{
    rendition_key: string
    rendition_type: string
    notices: string[]
    engine: string | null
    model: string | null
    language: string | null
  }>`
    select r.rendition_key, r.rendition_type, r.notices, t.engine, t.model, t.language
    from recording r left join transcript t on t.recording_id = r.id where r.id = ${recordingId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { engine, model, language } = row
  return {
    renditionKey: row.rendition_key,
    renditionType: row.rendition_type,
    notices: row.notices,
    transcript: engine === null || model === null || language === null ? null : { engine, model, language },
  }
}

/** Whole at once: it was heard under another recording. */
export async function insertTranscript(
  tx: Tx,
  recordingId: number,
  { engine, model, language }: TranscriptStart,
  segments: readonly Segment[],
): Promise<void> {
  await sql`
    insert into transcript (recording_id, engine, model, language, segment_count, heard_ms, completed_at)
    values (${recordingId}, ${engine}, ${model}, ${language}, ${segments.length}, ${segments.at(-1)?.endMs ?? 0}, now())`.execute(
    tx,
  )
  for (const [number, segment] of segments.entries()) await insertSegment(tx, recordingId, number, segment)
}

/** Its transcript goes with it. Returns the keys of what lies in the store. */
export async function deleteRecordings(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    delete from recording where id = any (${[...ids]}::bigint[])
    returning array[rendition_key, poster_key, speech_key] as keys`.execute(tx)
  return rows.flatMap(({ keys }) => keys).filter((key) => key !== null)
}

/** What records have let go of that ended without being opened. */
export interface GivenUp {
  /** Of the records. */
  count: number
  recordingIds: number[]
  /** Of uploads and our copies of them, where the team keeps none. */
  originalKeys: string[]
}

/**
 * From records that have come to their end without being opened: what was closed is given up, and the original too where
 * the team keeps none. `ended` finds them, locks them and tells of each its id, closed_recording_id, object_key,
 * upload_key and deletes_originals.
 */
export async function takeGivenUp(
  tx: Tx,
  table: 'file' | 'survey_media',
  ended: RawBuilder<unknown>,
): Promise<GivenUp> {
  const { rows } = await sql<{ recording_id: number | null; original_keys: string[] }>`
    with ended as (${ended})
    update ${sql.table(table)} record set closed_recording_id = null,
      original_deleted_at = case when ended.deletes_originals then now() else record.original_deleted_at end
    from ended where record.id = ended.id
    returning ended.closed_recording_id as recording_id,
      case when ended.deletes_originals then array[ended.object_key, ended.upload_key] else '{}' end as original_keys`.execute(
    tx,
  )
  return {
    count: rows.length,
    recordingIds: rows.flatMap((row) => row.recording_id ?? []),
    originalKeys: rows.flatMap((row) => row.original_keys),
  }
}
