/**
 * SQL of object ownership: the single list of all columns that reference objects. A test compares it with the tables, so
 * that a new column cannot be missed.
 */
import { type RawBuilder, sql } from 'kysely'

interface NamingColumn {
  table: string
  column: string
  /** Columns with the expected size and ETag. */
  bytes?: string
  etag?: string
  /** When set, the object was deleted on purpose and the row only keeps its key. */
  deletedAt?: string
}

/** Objects that must exist as long as the row does. */
export const owningColumns: readonly NamingColumn[] = [
  { table: 'insight', column: 'object_key', bytes: 'object_bytes', etag: 'object_etag' },
  {
    table: 'file',
    column: 'object_key',
    bytes: 'object_bytes',
    etag: 'object_etag',
    deletedAt: 'original_deleted_at',
  },
  {
    table: 'file',
    column: 'transcript_key',
    bytes: 'transcript_bytes',
    etag: 'transcript_etag',
    deletedAt: 'original_deleted_at',
  },
  { table: 'survey_part', column: 'object_key', bytes: 'object_bytes', etag: 'object_etag' },
  {
    table: 'survey_media',
    column: 'object_key',
    bytes: 'object_bytes',
    etag: 'object_etag',
    deletedAt: 'original_deleted_at',
  },
  {
    table: 'deleted_media',
    column: 'object_key',
    bytes: 'object_bytes',
    etag: 'object_etag',
    deletedAt: 'original_deleted_at',
  },
  { table: 'extraction', column: 'viewer_key' },
  { table: 'extraction', column: 'thumbnail_key' },
  { table: 'recording', column: 'rendition_key' },
  { table: 'recording', column: 'poster_key' },
  { table: 'recording', column: 'speech_key', bytes: 'speech_bytes', etag: 'speech_etag' },
  { table: 'export_volume', column: 'volume_key', bytes: 'bytes' },
  { table: 'bundle_entry', column: 'object_key', bytes: 'bytes', etag: 'object_etag' },
]

/** Keys that a client may upload to, and when they are no longer read. Missing objects are not an error. */
export const uploadColumns = [
  { table: 'insight', column: 'upload_key', isAwaited: sql`phase = 'awaiting_upload'` },
  { table: 'file', column: 'upload_key', isAwaited: sql`status = 'pending_upload'` },
  {
    table: 'file',
    column: 'transcript_upload_key',
    isAwaited: sql`status = 'pending_upload' and transcript_upload_key is not null`,
  },
  { table: 'survey_part', column: 'upload_key', isAwaited: sql`status <> 'PROCESSED'` },
  { table: 'survey_media', column: 'upload_key', isAwaited: sql`status <> 'LINKED'` },
  { table: 'deleted_media', column: 'upload_key', isAwaited: sql`status <> 'LINKED'` },
  { table: 'bundle_volume', column: 'upload_key', isAwaited: sql`true` },
]

const optional = (column: string | undefined, type: string) =>
  column === undefined ? sql`null::${sql.raw(type)}` : sql.ref(column)

function rowsOf(columns: readonly NamingColumn[]): RawBuilder<unknown> {
  return sql.join(
    columns.map(
      ({ table, column, bytes, etag, deletedAt }) => sql`
        select ${sql.ref(column)} as key, ${`${table}.${column}`}::text as owner, ${optional(bytes, 'bigint')} as bytes,
          ${optional(etag, 'text')} as etag
        from ${sql.table(table)} where ${sql.ref(column)} is not null
          ${deletedAt === undefined ? sql`` : sql`and ${sql.ref(deletedAt)} is null`}`,
    ),
    sql` union all `,
  )
}

/**
 * `key`, `owner`, `bytes`, `etag`. Media that are not linked yet are still at the client's upload key and may expire, so
 * they count as uploads.
 */
export const ownedObjects: RawBuilder<unknown> = sql`
  select * from (${rowsOf(owningColumns)}) owned where key not like 'incoming/%'`

export const awaitedUploads: RawBuilder<unknown> = sql.join(
  uploadColumns.map(
    ({ table, column, isAwaited }) =>
      sql`select ${sql.ref(column)} as key from ${sql.table(table)} where ${isAwaited}`,
  ),
  sql` union all `,
)
