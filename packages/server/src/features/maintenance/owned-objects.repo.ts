/**
 * SQL of who owns which object. This is the one list of all columns that name objects of the store; a test holds it
 * against the tables, so that a new column cannot be forgotten here.
 */
import { type RawBuilder, sql } from 'kysely'

interface NamingColumn {
  table: string
  column: string
  /** Where the row also says what the object has to be. */
  bytes?: string
  etag?: string
  /** A time since which the row only remembers the name: the object was deleted on purpose. */
  deletedAt?: string
}

/** Objects that must be there for as long as the row is. */
export const owningColumns: readonly NamingColumn[] = [
  { table: 'insight', column: 'object_key', bytes: 'object_bytes', etag: 'object_etag' },
  {
    table: 'file',
    column: 'object_key',
    bytes: 'object_bytes',
    etag: 'object_etag',
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
  { table: 'extraction', column: 'viewer_key' },
  { table: 'extraction', column: 'thumbnail_key' },
  { table: 'recording', column: 'rendition_key' },
  { table: 'recording', column: 'poster_key' },
  { table: 'recording', column: 'speech_key', bytes: 'speech_bytes', etag: 'speech_etag' },
]

/** Where a client may put something, and when we no longer look there. Nothing is missing when nothing is there. */
export const uploadColumns = [
  { table: 'insight', column: 'upload_key', isAwaited: sql`phase = 'awaiting_upload'` },
  { table: 'file', column: 'upload_key', isAwaited: sql`status = 'pending_upload'` },
  { table: 'survey_part', column: 'upload_key', isAwaited: sql`status <> 'PROCESSED'` },
  { table: 'survey_media', column: 'upload_key', isAwaited: sql`status <> 'LINKED'` },
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
 * `key`, `owner`, `bytes`, `etag`. Media that are not linked yet still lie where the client put them, and may expire
 * there: those are uploads.
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
