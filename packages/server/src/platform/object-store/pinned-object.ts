import type { PinnedObject } from './object-store.ts'

/** From the columns of a row; null when the row has no object. */
export function pinnedObject(
  key: string | null,
  etag: string | null,
  bytes: number | null,
): PinnedObject | null {
  return key === null || etag === null || bytes === null ? null : { key, etag, bytes }
}
