import { type RawBuilder, sql } from 'kysely'

/** When a record was last changed. Rows last changed before the column existed have only their other times. */
export const updatedAt = (row: string): RawBuilder<Date> => sql`coalesce(${sql.ref(`${row}.updated_at`)},
  greatest(${sql.ref(`${row}.created_at`)}, ${sql.ref(`${row}.started_at`)}, ${sql.ref(`${row}.completed_at`)}))`
