/** Cursors of keyset-paginated lists: the sort key of the last item, encoded so that clients treat it as opaque. */
import type { CursorQuery } from '@inlet/contract/workspace'
import type { Static } from 'typebox'
import { AppError, invalidField } from '../errors.ts'

export interface CursorPage<Key> {
  limit: number
  /** Undefined on the first page. */
  after: Key | undefined
}

const defaultLimit = 50
/**
 * As PostgreSQL writes it in UTC, with microseconds: with less, items of one millisecond would be lost or repeated.
 */
const timestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

export type Timestamp = string

/** PostgreSQL rejects a date that does not exist, and no page has produced it. */
export function isTimestamp(value: unknown): value is Timestamp {
  if (typeof value !== 'string' || !timestamp.test(value)) return false
  const seconds = `${value.slice(0, 10)}T${value.slice(11, 19)}`
  const time = new Date(`${seconds}Z`)
  return time.getTime() > 0 && time.toISOString().startsWith(seconds)
}

export function isDay(value: unknown): value is string {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : 0
  return time > 0 && new Date(time).toISOString().slice(0, 10) === value
}

/** For columns of the type integer. */
export const isSmallId = (value: unknown): value is number => isId(value) && value < 2 ** 31

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

export const writeCursor = (key: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** An invalid cursor is an error, because starting over would loop forever. */
export function readCursorPage<Key>(
  { limit = defaultLimit, cursor }: Static<typeof CursorQuery>,
  readKey: (value: unknown[]) => Key | undefined,
  field = 'cursor',
): CursorPage<Key> {
  if (cursor === undefined || cursor === '') return { limit, after: undefined }
  const after = readKey(parseCursor(cursor))
  if (after === undefined) throw invalidField(field, `must be the next_${field} of the previous page`)
  return { limit, after }
}

/** For lists of the API for programs, which have an error of their own. */
export function readApiCursorPage<Key>(
  { limit = defaultLimit, cursor }: Static<typeof CursorQuery>,
  readKey: (value: unknown[]) => Key | undefined,
): CursorPage<Key> {
  const after = cursor === undefined || cursor === '' ? undefined : readKey(parseCursor(cursor))
  if (after === undefined && cursor) throw new AppError('invalid_cursor')
  return { limit, after }
}

/** Empty for anything that no page has produced. */
export function parseCursor(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Expects one row more than the limit, to know whether there is a next page. */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit }: { limit: number },
  keyOf: (row: Row) => readonly unknown[],
): { rows: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next_cursor: rows.length > limit && last ? writeCursor(keyOf(last)) : null }
}
