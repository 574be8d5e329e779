/** SQL of the details that a list of materials adds to imports. */
import type { ImportKind } from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface MaterialDetails {
  id: number
  has_thumbnail: boolean
  has_poster: boolean
  page_count: number | null
  duration_ms: number | null
  response_count: number | null
  size_bytes: number | null
}

const details: Record<ImportKind, (ids: readonly number[]) => RawBuilder<MaterialDetails>> = {
  file: (ids) => sql`
    select f.id, x.thumbnail_key is not null as has_thumbnail, r.poster_key is not null as has_poster,
      x.page_count, r.duration_ms, null::bigint as response_count, f.object_bytes as size_bytes
    from file f left join extraction x on x.id = f.extraction_id left join recording r on r.id = f.recording_id
    where f.id = any (${[...ids]}::bigint[])`,
  insight: (ids) => sql`
    select i.id, x.thumbnail_key is not null as has_thumbnail, false as has_poster, x.page_count,
      null::int as duration_ms, null::bigint as response_count, i.object_bytes as size_bytes
    from insight i left join extraction x on x.id = i.extraction_id where i.id = any (${[...ids]}::bigint[])`,
  survey: (ids) => sql`
    select id, false as has_thumbnail, false as has_poster, null::int as page_count, null::int as duration_ms,
      response_count, null::bigint as size_bytes from survey where id = any (${[...ids]}::bigint[])`,
}

export async function findMaterialDetails(
  db: Db,
  kind: ImportKind,
  ids: readonly number[],
): Promise<Map<number, MaterialDetails>> {
  if (ids.length === 0) return new Map()
  const { rows } = await details[kind](ids).execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
