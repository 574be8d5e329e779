/** SQL of transcripts that people correct. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Undefined until it is complete. The lock makes changes of one transcript follow each other. */
export async function lockTranscript(tx: Tx, recordingId: number): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from transcript where recording_id = ${recordingId} and completed_at is not null for update`.execute(
    tx,
  )
  return rows[0]?.version
}

export interface LineContent {
  number: number
  text: string
  words: readonly string[]
  starts: readonly number[]
  ends: readonly number[]
  are_times_approximate: boolean
  confidence: number | null
  is_suspicious: boolean
}

/** Statements of this many lines. */
const lineBatch = 500

/** Saves the lines as changed by this version of the transcript. */
export async function saveLines(
  tx: Tx,
  recordingId: number,
  version: number,
  lines: readonly LineContent[],
): Promise<void> {
  await sql`update transcript set version = ${version} where recording_id = ${recordingId}`.execute(tx)
  for (let from = 0; from < lines.length; from += lineBatch) {
    const batch = JSON.stringify(lines.slice(from, from + lineBatch))
    await sql`
      update transcript_segment s set version = ${version}, text = l.text,
        words = array(select jsonb_array_elements_text(l.words)),
        word_starts_ms = array(select jsonb_array_elements_text(l.starts)::int),
        word_ends_ms = array(select jsonb_array_elements_text(l.ends)::int),
        are_times_approximate = l.are_times_approximate, confidence = l.confidence, is_suspicious = l.is_suspicious
      from jsonb_to_recordset(${batch}::jsonb) as l (number int, text text, words jsonb, starts jsonb, ends jsonb,
        are_times_approximate boolean, confidence real, is_suspicious boolean)
      where s.recording_id = ${recordingId} and s.number = l.number`.execute(tx)
  }
}

/** Returns the new version of the speaker names. */
export async function countNaming(tx: Tx, recordingId: number): Promise<number> {
  const { rows } = await sql<{ names_version: number }>`
    update transcript set names_version = names_version + 1 where recording_id = ${recordingId}
    returning names_version`.execute(tx)
  return rows[0]?.names_version ?? 0
}
