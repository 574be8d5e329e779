import type { RouteResponse } from '@inlet/contract'
import type { getStorage as route } from '@inlet/contract/workspace'
import type { Db } from '../../platform/db/database.ts'
import { measureStorage } from './system.repo.ts'

type Storage = RouteResponse<typeof route, 200>

/** Summing millions of sizes takes a second, so the result is cached for a minute. */
const keepMs = 60_000

export function createStorageGauge(db: Db, now: () => number = Date.now): () => Promise<Storage> {
  let measured: { at: number; storage: Promise<Storage> } | undefined
  return () => {
    if (measured && now() - measured.at < keepMs) return measured.storage
    const storage = measure(db, new Date(now()))
    measured = { at: now(), storage }
    storage.catch(() => {
      measured = undefined
    })
    return storage
  }
}

async function measure(db: Db, at: Date): Promise<Storage> {
  const row = await measureStorage(db)
  if (!row) throw new Error('The query returned no row.')
  return {
    states: [
      { name: 'original', count: row.original_count, bytes: row.original_bytes },
      { name: 'derived', count: row.derived_count, bytes: null },
      { name: 'survey_part', count: row.part_count, bytes: row.part_bytes },
      { name: 'survey_media', count: row.media_count, bytes: row.media_bytes },
      { name: 'trash', count: row.trash_count, bytes: null },
    ],
    database_bytes: row.database_bytes,
    bytes_last_day: row.bytes_last_day,
    measured_at: at.toISOString(),
  }
}
