/** SQL of uploads. A source URL has no expiry of its own: it goes with its record or when its download ends. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PartPlan } from './multipart.policy.ts'

export interface MultipartRecord extends PartPlan {
  key: string
  /** The id of the upload in the object store. */
  uploadId: string
}

/** How long an upload lives after the last URL or form was signed. */
const life = sql`case upload_type when 'multipart' then interval '7 days' else interval '1 day' end`

interface Row {
  key: string
  uploadId: string | null
  sizeBytes: number | null
  partSize: number | null
  partCount: number | null
}

const columns = sql`key, store_upload_id as "uploadId", size_bytes as "sizeBytes", part_size as "partSize",
  part_count as "partCount"`

function toMultipart({ key, uploadId, sizeBytes, partSize, partCount }: Row): MultipartRecord[] {
  return uploadId === null || sizeBytes === null || partSize === null || partCount === null
    ? []
    : [{ key, uploadId, sizeBytes, partSize, partCount }]
}

export async function insertMultipart(tx: Tx, upload: MultipartRecord): Promise<void> {
  await sql`
    insert into upload (key, upload_type, store_upload_id, size_bytes, part_size, part_count)
    values (${upload.key}, 'multipart', ${upload.uploadId}, ${upload.sizeBytes}, ${upload.partSize},
      ${upload.partCount})`.execute(tx)
}

/** The multipart uploads among these keys. */
export async function listMultipart(db: Db, keys: readonly string[]): Promise<MultipartRecord[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Row>`
    select ${columns} from upload
    where key = any (${[...keys]}::text[]) and upload_type = 'multipart' and not is_expired`.execute(db)
  return rows.flatMap(toMultipart)
}

/** Also those that have expired. */
export async function listRecorded(db: Db, keys: readonly string[]): Promise<MultipartRecord[]> {
  const { rows } =
    await sql<Row>`select ${columns} from upload where key = any (${[...keys]}::text[])`.execute(db)
  return rows.flatMap(toMultipart)
}

export async function findMultipart(db: Db, key: string): Promise<MultipartRecord | undefined> {
  return (await listMultipart(db, [key]))[0]
}

/** False when it has expired or was replaced. */
export async function renewMultipart(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    update upload set signed_at = now()
    where key = ${key} and upload_type = 'multipart' and not is_expired returning 1`.execute(db)
  return rows.length > 0
}

/** A form that is issued again keeps its record from being removed as abandoned. */
export async function renewForm(db: Db, key: string): Promise<void> {
  await sql`
    insert into upload (key, upload_type) values (${key}, 'form')
    on conflict (key) do update set signed_at = now()`.execute(db)
}

/** Called in the transaction that accepts the uploads or removes their record. */
export async function forgetUploads(db: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from upload where key = any (${[...keys]}::text[])`.execute(db)
}

/** True for a record whose upload was signed recently enough that it is not abandoned. */
export const isUploadLive = (uploadKey: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from upload where key = ${uploadKey} and not is_expired and signed_at > now() - ${life})`

/** From now on nobody can use them. Also returns those that an earlier run could not abort. */
export async function expireUploads(db: Db, limit: number): Promise<MultipartRecord[]> {
  await sql`delete from upload where upload_type = 'form' and signed_at < now() - ${life}`.execute(db)
  const { rows } = await sql<Row>`
    update upload set is_expired = true where key in (
      select key from upload where upload_type = 'multipart' and (is_expired or signed_at < now() - ${life})
      limit ${limit} for update skip locked)
    returning ${columns}`.execute(db)
  return rows.flatMap(toMultipart)
}

/** Those of the given uploads of the store that belong to no record. */
export async function findUnrecorded(db: Db, uploadIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${[...uploadIds]}::text[]) as given (id)
    where not exists (select from upload where store_upload_id = given.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
