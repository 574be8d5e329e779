/** SQL of replaced and withdrawn media files. Must be called under `lockSurvey`. */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'
import type { ErasedMedia } from '../erasure/erase.repo.ts'
import { keptMark, type Replacement } from './survey-media.repo.ts'

/** True when another file has the name, or would get it back if its replacement is withdrawn. */
export async function isNameTaken(
  tx: Tx,
  surveyId: number,
  key: string,
  exceptMediaId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from survey_media
    where survey_id = ${surveyId} and filename in (${key}, ${keptMark + key}) and id <> ${exceptMediaId}
      and superseded_by is distinct from ${exceptMediaId}`.execute(tx)
  return rows.length > 0
}

/**
 * Adds a row for the new file; the linked one stays unchanged until the new file is linked. False when its recording is
 * no longer failed.
 */
export async function supersedeMedia(tx: Tx, mediaId: number, next: Replacement): Promise<boolean> {
  const { rows: kept } = await sql`
    update survey_media set filename = ${keptMark} || filename, sent_name = coalesce(sent_name, filename)
    where id = ${mediaId} and status = 'LINKED' and recording_failure_code is not null returning id`.execute(
    tx,
  )
  if (kept.length === 0) return false
  const { rows } = await sql<{ id: number }>`
    insert into survey_media (survey_id, filename, sent_name, converted_from, upload_key, privacy)
    select survey_id, ${next.key}, nullif(${next.filename}::text, ${next.key}), ${next.convertedFrom}, ${next.uploadKey}, privacy
    from survey_media where id = ${mediaId} returning id`.execute(tx)
  const { id } = onlyRow(rows)
  await sql`update survey_media set superseded_by = ${id} where id = ${mediaId}`.execute(tx)
  await announce(tx, mediaId)
  return true
}

/** Removes a file; the file it would have replaced gets its name back. */
export async function deleteWithdrawnMedia(tx: Tx, mediaId: number): Promise<void> {
  await announce(tx, mediaId)
  const { rows: kept } = await sql<{ id: number }>`
    update survey_media set superseded_by = null where superseded_by = ${mediaId} returning id`.execute(tx)
  await sql`delete from survey_media where id = ${mediaId} and status in ('PENDING', 'FAILED')`.execute(tx)
  await sql`
    update survey_media set filename = substr(filename, 2), sent_name = nullif(sent_name, substr(filename, 2))
    where id = any (${kept.map(({ id }) => id)}::bigint[])`.execute(tx)
}

/** Deletes files whose replacements are linked. */
export async function deleteSuperseded(tx: Tx, linkedIds: readonly number[]): Promise<ErasedMedia[]> {
  const { rows } = await sql<ErasedMedia>`
    delete from survey_media where superseded_by = any (${[...linkedIds]}::bigint[])
    returning id, array_remove(array[recording_id, closed_recording_id], null) as recording_ids, upload_key, object_key`.execute(
    tx,
  )
  return rows
}

/** Announces the deletion, because the table's trigger announces only changed rows. */
async function announce(tx: Tx, mediaId: number): Promise<void> {
  await sql`
    select announce('media', m.id::text, s.team_id, s.project_id, 'status')
    from survey_media m join survey s on s.id = m.survey_id where m.id = ${mediaId}`.execute(tx)
}
