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

/** The engine of a transcript that was uploaded with its recording; its model is the format. */
export const importEngine = 'import'

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
  await insertSegments(tx, recordingId, { first: row.first, segments })
  return true
}

/** Statements of this many segments: a transcript that comes with its recording may have 100,000. */
const segmentBatch = 500

async function insertSegments(
  tx: Tx,
  recordingId: number,
  { first, segments, version = 0 }: { first: number; segments: readonly Segment[]; version?: number },
): Promise<void> {
  for (let from = 0; from < segments.length; from += segmentBatch) {
    const rows = segments.slice(from, from + segmentBatch).map((segment, index) => ({
      number: first + from + index,
      start_ms: segment.startMs,
      end_ms: segment.endMs,
      text: segment.text,
      confidence: segment.confidence ?? null,
      speaker: segment.speaker ?? null,
      is_suspicious: segment.isSuspicious,
      words: segment.words.map((word) => word.text),
      starts: segment.words.map((word) => word.startMs),
      ends: segment.words.map((word) => word.endMs),
      are_times_approximate: segment.words.some((word) => word.isApproximate),
      earliest_ms: segment.withinMs?.[0] ?? null,
      latest_ms: segment.withinMs?.[1] ?? null,
    }))
    await sql`
      insert into transcript_segment (recording_id, number, start_ms, end_ms, text, confidence, speaker, is_suspicious,
        words, word_starts_ms, word_ends_ms, are_times_approximate, earliest_ms, latest_ms, version)
      select ${recordingId}, number, start_ms, end_ms, text, confidence, speaker, is_suspicious,
        array(select jsonb_array_elements_text(words)), array(select jsonb_array_elements_text(starts)::int),
        array(select jsonb_array_elements_text(ends)::int), are_times_approximate, earliest_ms, latest_ms, ${version}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (number int, start_ms int, end_ms int, text text,
        confidence real, speaker text, is_suspicious boolean, words jsonb, starts jsonb, ends jsonb,
        are_times_approximate boolean, earliest_ms int, latest_ms int)`.execute(tx)
  }
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

/** Undefined until it is complete; a partial one as soon as it has begun. */
export async function findTranscript(
  db: Db,
  recordingId: number,
  { isPartial = false } = {},
): Promise<Transcript | undefined> {
  const { rows } = await sql<Omit<Transcript, 'segments'>>`
    select t.engine, t.model, t.language, r.duration_ms as "durationMs"
    from transcript t join recording r on r.id = t.recording_id
    where t.recording_id = ${recordingId} and (${isPartial}::boolean or t.completed_at is not null)`.execute(
    db,
  )
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
  earliest_ms: number | null
  latest_ms: number | null
}

/** With the speaker names that people have assigned. */
export async function listSegments(db: Db, recordingId: number): Promise<Segment[]> {
  const { rows } = await sql<SegmentRow>`
    select s.start_ms, s.end_ms, s.text, s.confidence, coalesce(line.name, everywhere.name, s.speaker) as speaker,
      s.is_suspicious, s.words, s.word_starts_ms, s.word_ends_ms, s.are_times_approximate, s.earliest_ms, s.latest_ms
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
    ...(row.earliest_ms !== null &&
      row.latest_ms !== null && { withinMs: [row.earliest_ms, row.latest_ms] as const }),
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
  hasAudio: boolean
  notices: string[]
  /** Null when nothing was transcribed. */
  transcript: TranscriptStart | null
}

export async function findClosedRecording(db: Db, recordingId: number): Promise<ClosedRecording | undefined> {
  const { rows } = await sql<{
    rendition_key: string
    rendition_type: string
    has_audio: boolean
    notices: string[]
    engine: string | null
    model: string | null
    language: string | null
  }>`
    select r.rendition_key, r.rendition_type, r.has_audio, r.notices, t.engine, t.model, t.language
    from recording r left join transcript t on t.recording_id = r.id where r.id = ${recordingId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { engine, model, language } = row
  return {
    renditionKey: row.rendition_key,
    renditionType: row.rendition_type,
    hasAudio: row.has_audio,
    notices: row.notices,
    transcript: engine === null || model === null || language === null ? null : { engine, model, language },
  }
}

/**
 * Inserts a whole transcript, made from the closed recording or uploaded with it. That of a closed recording is never
 * completed. `version` is that of its lines.
 */
export async function insertTranscript(
  tx: Tx,
  recordingId: number,
  { engine, model, language }: TranscriptStart,
  { segments, isShown, version = 0 }: { segments: readonly Segment[]; isShown: boolean; version?: number },
): Promise<void> {
  await sql`
    insert into transcript (recording_id, engine, model, language, segment_count, heard_ms, completed_at)
    values (${recordingId}, ${engine}, ${model}, ${language}, ${segments.length}, ${segments.at(-1)?.endMs ?? 0},
      case when ${isShown} then now() end)`.execute(tx)
  await insertSegments(tx, recordingId, { first: 0, segments, version })
}

/**
 * Replaces a complete transcript, with its history and the names of its speakers. The versions increase, so that open
 * windows read all of it again.
 */
export async function replaceTranscript(
  tx: Tx,
  recordingId: number,
  start: TranscriptStart,
  segments: readonly Segment[],
): Promise<void> {
  const { rows } = await sql<{ version: number; names_version: number }>`
    delete from transcript where recording_id = ${recordingId} returning version, names_version`.execute(tx)
  const { version, names_version: namesVersion } = onlyRow(rows)
  await insertTranscript(tx, recordingId, start, { segments, isShown: true, version: version + 1 })
  await sql`
    update transcript set version = ${version + 1}, names_version = ${namesVersion + 1}
    where recording_id = ${recordingId}`.execute(tx)
  // Those of the earlier transcript no longer apply.
  await sql`
    update recording set notices = array(
      select notice from unnest(notices) as notice where notice <> 'no_speech' and notice not like 'transcript\\_%')
      || case when ${segments.length === 0} then '{no_speech}'::text[] else '{}' end
    where id = ${recordingId}`.execute(tx)
}

/** Deletes recordings with their transcripts and returns the keys of their objects. */
export async function deleteRecordings(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    delete from recording where id = any (${[...ids]}::bigint[])
    returning array[rendition_key, poster_key, speech_key] as keys`.execute(tx)
  return rows.flatMap(({ keys }) => keys).filter((key) => key !== null)
}
