/** SQL of speaker names as exports contain them and imports of bundles restore them. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface StoredSpeakerName {
  speaker: string
  segment: number
  name: string
  named_at: string
}

export async function readStoredNames(db: Db, recordingId: number): Promise<StoredSpeakerName[]> {
  const { rows } = await sql<{ stored: StoredSpeakerName }>`
    select to_jsonb(n) as stored from (select speaker, segment, name, named_at from speaker_name
      where recording_id = ${recordingId} order by segment, speaker) n`.execute(db)
  return rows.map(({ stored }) => stored)
}

export async function restoreNames(
  tx: Tx,
  { recordingId, userId }: { recordingId: number; userId: number },
  names: readonly StoredSpeakerName[],
): Promise<void> {
  if (names.length === 0) return
  await sql`
    insert into speaker_name (recording_id, speaker, segment, name, named_at, named_by)
    select ${recordingId}, speaker, segment, name, named_at, ${userId}
    from jsonb_populate_recordset(null::speaker_name, ${JSON.stringify(names)}::jsonb)`.execute(tx)
}
