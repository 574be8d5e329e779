/** SQL of converted recordings and their transcripts. */
import type { Segment } from '@inlet/processors'
import { sql } from 'kysely'
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
  /** What was applied to protect people in it. */
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

export interface TranscriptStart {
  engine: string
  model: string
  language: string
}

/** Returns where to resume. A transcript has one engine, model and language; one made with others is deleted. */
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

export interface TranscriptChunk {
  index: number
  endMs: number
  segments: readonly Segment[]
}

/** False when the chunk is not the next one, because another attempt has saved it. */
export async function saveChunk(tx: Tx, recordingId: number, chunk: TranscriptChunk): Promise<boolean> {
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

/** Returns the key of the audio, which is no longer needed. The transcript of a closed recording is never completed. */
export async function finishTranscript(
  tx: Tx,
  recordingId: number,
  { isShown }: { isShown: boolean },
): Promise<string | undefined> {
  if (isShown)
    await sql`update transcript set completed_at = now() where recording_id = ${recordingId}`.execute(tx)
  // Before PostgreSQL 18, an update cannot return old values, so the key is read first.
  const { rows } = await sql<{ speech_key: string | null }>`
    select speech_key from recording where id = ${recordingId} for update`.execute(tx)
  await sql`
    update recording set speech_key = null, speech_etag = null, speech_bytes = null,
      notices = case when (select segment_count from transcript where recording_id = id) = 0 and has_audio
        then array_append(notices, 'no_speech') else notices end
    where id = ${recordingId}`.execute(tx)
  return rows[0]?.speech_key ?? undefined
}

/** The transcript of a recording without audio. */
export async function insertEmptyTranscript(tx: Tx, recordingId: number, language: string): Promise<void> {
  await sql`
    insert into transcript (recording_id, engine, model, language, completed_at)
    values (${recordingId}, 'none', '', ${language}, now())`.execute(tx)
}

/** Undefined until it is complete. */
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

/** With the speaker names that people have assigned. */
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
  /** Null when nothing was transcribed. */
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

/** Inserts a complete transcript, made from the closed recording. */
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

/** Deletes recordings with their transcripts and returns the keys of their objects. */
export async function deleteRecordings(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    delete from recording where id = any (${[...ids]}::bigint[])
    returning array[rendition_key, poster_key, speech_key] as keys`.execute(tx)
  return rows.flatMap(({ keys }) => keys).filter((key) => key !== null)
}
