/** SQL of retyping a column. */
import type { ColumnType, SurveyStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { PinnedObject } from '../../../platform/object-store/object-store.ts'
import { pinnedObject } from '../../../platform/object-store/pinned-object.ts'
import type { PartToImport, Retype } from './survey-import.repo.ts'

export interface RetypeState {
  status: SurveyStatus
  api_key_id: number | null
  /** The current change. */
  position: number | null
  type: ColumnType | null
}

/** Locks like `lockSurvey`. */
export async function lockForRetype(tx: Tx, surveyId: number): Promise<RetypeState | undefined> {
  const { rows } = await sql<RetypeState>`
    select status, api_key_id, retype_position as position, retype_type as type
    from survey where id = ${surveyId} for no key update`.execute(tx)
  return rows[0]
}

export async function startRetype(
  tx: Tx,
  surveyId: number,
  { position, from, type }: Pick<Retype, 'position' | 'from' | 'type'>,
): Promise<void> {
  await sql`
    update survey set status = 'PROCESSING', started_at = now(), retype_position = ${position}, retype_from = ${from},
      retype_type = ${type}, retype_step = 'check', retype_part = 0
    where id = ${surveyId} and status = 'COMPLETED'`.execute(tx)
}

export type KeptPart = PartToImport & {
  rowCount: number
  /** Zero-based rows that must be anonymous. */
  removedRows: readonly number[]
}

/** Processed parts after this number; `object` is null when the file was deleted. */
export async function listKeptParts(db: Db, surveyId: number, after: number): Promise<KeptPart[]> {
  const { rows } = await sql<{
    number: number
    key: string | null
    etag: string | null
    bytes: number | null
    rowCount: number
    removedRows: number[]
  }>`
    select number, object_key as key, object_etag as etag, object_bytes as bytes, row_count as "rowCount",
      coalesce(removed_rows, '{}') as "removedRows"
    from survey_part where survey_id = ${surveyId} and number > ${after} and status = 'PROCESSED' and row_count is not null
    order by number`.execute(db)
  return rows.map(({ key, etag, bytes, ...part }) => ({
    ...part,
    object: pinnedObject(key, etag, bytes),
  }))
}

/** Throws when another attempt has progressed further. */
export async function saveRetypeProgress(
  tx: Tx,
  surveyId: number,
  { step, part }: Pick<Retype, 'step' | 'part'>,
): Promise<void> {
  const { rows } = await sql`
    update survey set retype_part = ${part}
    where id = ${surveyId} and retype_step = ${step} and retype_part < ${part} returning id`.execute(tx)
  if (rows.length !== 1) throw new Error('Another attempt has already read the part again.')
}

export async function replacePartObject(
  tx: Tx,
  surveyId: number,
  { number, removedRows }: Pick<KeptPart, 'number' | 'removedRows'>,
  { key, etag, bytes }: PinnedObject,
): Promise<void> {
  await sql`
    update survey_part set object_key = ${key}, object_etag = ${etag}, object_bytes = ${bytes},
      removed_rows = nullif(${[...removedRows]}::int[], '{}')
    where survey_id = ${surveyId} and number = ${number}`.execute(tx)
}

export async function startReading(tx: Tx, surveyId: number): Promise<void> {
  const { rows } = await sql`
    update survey set retype_step = 'read', retype_part = 0
    where id = ${surveyId} and retype_step = 'check' returning id`.execute(tx)
  if (rows.length !== 1) throw new Error('Another attempt is already reading the parts again.')
}

export async function savePeopleOfPart(
  tx: Tx,
  surveyId: number,
  number: number,
  respondentCount: number,
): Promise<void> {
  await sql`
    update survey_part set respondent_count = ${respondentCount}
    where survey_id = ${surveyId} and number = ${number}`.execute(tx)
}

export async function resetPeopleOfParts(tx: Tx, surveyId: number): Promise<void> {
  await sql`update survey_part set respondent_count = 0 where survey_id = ${surveyId} and status = 'PROCESSED'`.execute(
    tx,
  )
}

/** Moves media files to the person's new respondent, also in the trash; links are never removed. */
export async function followRespondents(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update survey_media m set respondent_id = r.respondent_id from response r
    where m.survey_id = ${surveyId} and r.survey_id = ${surveyId} and r.id = m.respondent_id
      and r.respondent_id <> m.respondent_id`.execute(tx)
  await sql`
    update deleted_media m set respondent_id = r.respondent_id from response r
    where m.survey_id = ${surveyId} and r.survey_id = ${surveyId} and r.id = m.respondent_id
      and r.respondent_id <> m.respondent_id`.execute(tx)
}

/** Matches unmatched and ambiguous files again. */
export async function rematchMedia(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update survey_media set status = 'UPLOADED', failure_code = null, failure_message = null
    where survey_id = ${surveyId} and status = 'FAILED' and failure_code in ('no_match', 'ambiguous')
      and object_key is not null`.execute(tx)
}
