/** Cursors of keyset-paged lists: the sort key of the last item shown, wrapped so that nobody builds on its form. */
import { cursorPageLimit } from '@inlet/contract/workspace'
import { invalidField } from '../errors.ts'

export interface CursorPage<Key> {
  limit: number
  /** Undefined on the first page. */
  after: Key | undefined
}

const defaultLimit = 50
/** As PostgreSQL writes it in UTC. To the microsecond: with less, items of one millisecond would be lost or repeated. */
const timestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

export type Timestamp = string

export const isTimestamp = (value: unknown): value is Timestamp =>
  typeof value === 'string' && timestamp.test(value)

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

export const writeCursor = (key: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** A limit that makes no sense falls back; a cursor that is not ours is an error, or it would start over for ever. */
export function readCursorPage<Key>(
  query: unknown,
  readKey: (value: unknown[]) => Key | undefined,
): CursorPage<Key> {
  const { limit, cursor } = (query ?? {}) as Record<string, unknown>
  const wanted = typeof limit === 'string' && /^[1-9]\d{0,8}$/.test(limit) ? Number(limit) : defaultLimit
  return { limit: Math.min(wanted, cursorPageLimit), after: readCursor(cursor, readKey) }
}

function readCursor<Key>(cursor: unknown, readKey: (value: unknown[]) => Key | undefined): Key | undefined {
  if (cursor === undefined || cursor === '') return undefined
  const key = readKey(parse(cursor))
  if (key === undefined) throw invalidField('cursor', 'must be next_cursor of the page before')
  return key
}

function parse(cursor: unknown): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** One more than the limit is read, to know whether there is a next page. */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit }: { limit: number },
  keyOf: (row: Row) => readonly unknown[],
): { rows: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next_cursor: rows.length > limit && last ? writeCursor(keyOf(last)) : null }
}
