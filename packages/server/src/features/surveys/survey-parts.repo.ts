/** SQL of survey parts. Writes must be called under `lockSurvey`. */
import type { PartStatus, SkippedRow } from '@inlet/contract'
import type { SkippedRows } from '@inlet/survey-csv'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'

/** Numbers the parts from `firstNumber`. */
export async function insertParts(
  tx: Tx,
  surveyId: number,
  firstNumber: number,
  uploadKeys: readonly string[],
): Promise<void> {
  await sql`
    insert into survey_part (survey_id, number, upload_key)
    select ${surveyId}, ${firstNumber} + i - 1, key from unnest(${[...uploadKeys]}::text[]) with ordinality as u (key, i)`.execute(
    tx,
  )
}

/** The uploaded files; those that held an erased person are gone. */
export async function listPartObjects(db: Db, surveyId: number): Promise<{ number: number; key: string }[]> {
  const { rows } = await sql<{ number: number; key: string }>`
    select number, object_key as key from survey_part
    where survey_id = ${surveyId} and status = 'PROCESSED' and object_key is not null order by number`.execute(
    db,
  )
  return rows
}

/** How the file of a part was read, for the status. */
export interface PartReading {
  encoding: string
  delimiter: string
  headerRows: number
  skipped: SkippedRows
}

export interface OpenPart {
  number: number
  status: PartStatus
  upload_key: string
  /** Set when a complete accepts the upload; cleared by a retry. */
  object_key: string | null
}

export async function listOpenParts(db: Db, surveyId: number): Promise<OpenPart[]> {
  const { rows } = await sql<OpenPart>`
    select number, status, upload_key, object_key from survey_part
    where survey_id = ${surveyId} and status <> 'PROCESSED' order by number`.execute(db)
  return rows
}

export async function findPart(db: Db, surveyId: number, number: number): Promise<OpenPart | undefined> {
  const { rows } = await sql<OpenPart>`
    select number, status, upload_key, object_key from survey_part
    where survey_id = ${surveyId} and number = ${number}`.execute(db)
  return rows[0]
}

export async function markPartsUploaded(
  tx: Tx,
  surveyId: number,
  uploadKeys: readonly string[],
): Promise<void> {
  await sql`
    update survey_part set status = 'UPLOADED'
    where survey_id = ${surveyId} and status = 'PENDING' and upload_key = any (${[...uploadKeys]}::text[])`.execute(
    tx,
  )
}

/** Their objects disappeared before a complete could accept them. */
export async function markPartsPending(
  tx: Tx,
  surveyId: number,
  uploadKeys: readonly string[],
): Promise<void> {
  await sql`
    update survey_part set status = 'PENDING'
    where survey_id = ${surveyId} and status = 'UPLOADED' and object_key is null
      and upload_key = any (${[...uploadKeys]}::text[])`.execute(tx)
}

export interface AcceptedPart {
  number: number
  object: PinnedObject
}

/** Assigns the accepted objects; parts accepted by an earlier complete keep theirs. */
export async function acceptParts(tx: Tx, surveyId: number, parts: readonly AcceptedPart[]): Promise<void> {
  await sql`
    update survey_part p set status = 'UPLOADED', object_key = a.key, object_etag = a.etag, object_bytes = a.bytes
    from unnest(${parts.map((part) => part.number)}::int[], ${parts.map((part) => part.object.key)}::text[],
      ${parts.map((part) => part.object.etag)}::text[], ${parts.map((part) => part.object.bytes)}::bigint[])
      as a (number, key, etag, bytes)
    where p.survey_id = ${surveyId} and p.number = a.number and p.status <> 'PROCESSED'`.execute(tx)
  await sql`update survey_part set status = 'UPLOADED' where survey_id = ${surveyId} and status = 'FAILED'`.execute(
    tx,
  )
}

export async function resetPart(tx: Tx, surveyId: number, number: number, uploadKey: string): Promise<void> {
  await sql`
    update survey_part set status = 'PENDING', upload_key = ${uploadKey}, object_key = null, object_etag = null,
      object_bytes = null
    where survey_id = ${surveyId} and number = ${number} and status <> 'PROCESSED'`.execute(tx)
}

export interface PartsLeft {
  parts: number
  open: number
  /** Parts were saved or media uploaded after the survey was last completed. */
  has_unfinished_work: boolean
}

export async function deletePart(tx: Tx, surveyId: number, number: number): Promise<PartsLeft> {
  await sql`
    delete from survey_part where survey_id = ${surveyId} and number = ${number} and status <> 'PROCESSED'`.execute(
    tx,
  )
  const { rows } = await sql<PartsLeft>`
    select count(p.number) as parts, count(*) filter (where p.status <> 'PROCESSED') as open,
      count(*) filter (where p.processed_at > coalesce(s.completed_at, '-infinity')) > 0
        or exists (select from survey_media where survey_id = ${surveyId} and status = 'UPLOADED')
        as has_unfinished_work
    from survey s left join survey_part p on p.survey_id = s.id where s.id = ${surveyId} group by s.id`.execute(
    tx,
  )
  return rows[0] ?? { parts: 0, open: 0, has_unfinished_work: false }
}

/** Of processed parts, in row order. */
export async function listSkippedRows(db: Db, surveyId: number, limit: number): Promise<SkippedRow[]> {
  const { rows } = await sql<SkippedRow>`
    select p.number as part_number, s.row, s.code
    from survey_part p, jsonb_to_recordset(p.skipped_rows) as s (row integer, code text)
    where p.survey_id = ${surveyId} and p.status = 'PROCESSED'
    order by p.number, s.row limit ${limit}`.execute(db)
  return rows
}
