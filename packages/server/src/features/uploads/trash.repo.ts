/** SQL of the objects that nobody needs. See migration 0002 for why keys are written here first. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Longer than any attempt that might still be writing the object. */
const graceHours = 24

export async function trashUnlessKept(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    insert into object_trash (object_key, due_at)
    select key, now() + make_interval(hours => ${graceHours}) from unnest(${[...keys]}::text[]) as key`.execute(
    db,
  )
}

/** In the transaction that gives the objects an owner. */
export async function keepObjects(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`delete from object_trash where object_key = any (${[...keys]}::text[])`.execute(tx)
}

/** In the transaction that takes their owner away. */
export async function trashNow(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`
    insert into object_trash (object_key, due_at) select key, now() from unnest(${[...keys]}::text[]) as key
    on conflict (object_key) do update set due_at = excluded.due_at`.execute(tx)
}

export async function listDueTrash(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    select object_key from object_trash where due_at <= now() order by due_at limit ${limit}`.execute(db)
  return rows.map((row) => row.object_key)
}

export async function forgetTrash(db: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from object_trash where object_key = any (${[...keys]}::text[]) and due_at <= now()`.execute(
    db,
  )
}
