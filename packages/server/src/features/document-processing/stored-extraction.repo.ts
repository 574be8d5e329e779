/** SQL of extractions as exports contain them and imports of bundles restore them. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

/** Times have microseconds. Columns that name objects or other rows are not exported. */
export interface StoredExtraction {
  page_count: number | null
  width: number | null
  height: number | null
  notices: string[]
  created_at: string
}

export async function readStoredExtraction(db: Db, id: number): Promise<StoredExtraction> {
  const { rows } = await sql<{ stored: StoredExtraction }>`
    select to_jsonb(x) as stored
    from (select page_count, width, height, notices, created_at from extraction where id = ${id}) x`.execute(
    db,
  )
  return onlyRow(rows).stored
}

export async function restoreExtraction(
  tx: Tx,
  stored: StoredExtraction,
  { viewerKey, thumbnailKey }: { viewerKey: string | null; thumbnailKey: string | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into extraction (page_count, width, height, notices, created_at, viewer_key, thumbnail_key)
    select page_count, width, height, notices, created_at, ${viewerKey}, ${thumbnailKey}
    from jsonb_populate_record(null::extraction, ${JSON.stringify(stored)}::jsonb)
    returning id`.execute(tx)
  return onlyRow(rows).id
}
