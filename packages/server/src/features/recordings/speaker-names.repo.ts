/** SQL of assigned speaker names. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface NamedSpeaker {
  recordingId: number
  speaker: string
  /** -1 for all lines. */
  segment: number
}

export async function saveSpeakerName(
  tx: Tx,
  { recordingId, speaker, segment }: NamedSpeaker,
  name: string,
  userId: number,
): Promise<void> {
  await sql`
    insert into speaker_name (recording_id, speaker, segment, name, named_by)
    values (${recordingId}, ${speaker}, ${segment}, ${name}, ${userId})
    on conflict (recording_id, segment, speaker)
      do update set name = excluded.name, named_by = excluded.named_by, named_at = now()`.execute(tx)
}

export async function removeSpeakerName(
  tx: Tx,
  { recordingId, speaker, segment }: NamedSpeaker,
): Promise<void> {
  await sql`
    delete from speaker_name
    where recording_id = ${recordingId} and speaker = ${speaker} and segment = ${segment}`.execute(tx)
}

/** A name for all lines replaces the names of single lines. */
export async function removeLineNames(tx: Tx, recordingId: number, speaker: string): Promise<void> {
  await sql`
    delete from speaker_name where recording_id = ${recordingId} and speaker = ${speaker} and segment >= 0`.execute(
    tx,
  )
}

export async function isSaidBy(db: Db, { recordingId, speaker, segment }: NamedSpeaker): Promise<boolean> {
  const { rows } = await sql`
    select from transcript_segment where recording_id = ${recordingId} and coalesce(speaker, '') = ${speaker}
      and (${segment} = -1 or number = ${segment}) limit 1`.execute(db)
  return rows.length > 0
}
