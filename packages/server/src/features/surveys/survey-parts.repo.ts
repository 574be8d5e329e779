/** SQL of the parts of survey uploads. All that writes is called under `lockSurvey`. */
import type { PartStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'

/** Numbers them on from `firstNumber`. */
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

export interface OpenPart {
  number: number
  status: PartStatus
  upload_key: string
  /** Set once a complete has taken it over; a retry unsets it. */
  object_key: string | null
}

export async function listOpenParts(db: Db, surveyId: number): Promise<OpenPart[]> {
  const { rows } = await sql<OpenPart>`
    select number, status, upload_key, object_key from survey_part
    where survey_id = ${surveyId} and status <> 'PROCESSED' order by number`.execute(db)
  return rows
}

export async function findPart(tx: Tx, surveyId: number, number: number): Promise<OpenPart | undefined> {
  const { rows } = await sql<OpenPart>`
    select number, status, upload_key, object_key from survey_part
    where survey_id = ${surveyId} and number = ${number}`.execute(tx)
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

/** Their objects are gone again before a complete could take them over. */
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

/** Gives the parts their objects; those that had one from an earlier complete are tried with it again. */
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
