/** SQL of the objects that nobody needs. See migration 0002 for why keys are written here first. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Longer than any attempt that might still be writing the object. */
const graceHours = 24

// Any fixed number does, as long as every process uses the same.
const removalLock = 7_264_932

export async function trashUnlessKept(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    insert into object_trash (object_key, due_at)
    select key, now() + make_interval(hours => ${graceHours}) from unnest(${[...keys]}::text[]) as key`.execute(
    db,
  )
}

/**
 * In the transaction that gives the objects an owner. Throws when one of them is no longer on the list, or about to
 * be removed: whoever slept through the grace, or lost a race with a collector, must not own an object that is gone.
 */
export async function keepObjects(tx: Tx, keys: readonly string[]): Promise<void> {
  const { rows } = await sql`
    delete from object_trash where object_key = any (${[...keys]}::text[])
      and due_at > clock_timestamp() + interval '10 minutes' returning 1`.execute(tx)
  if (rows.length < new Set(keys).size) throw new Error('An object was given up before it had an owner.')
}

/** In the transaction that takes their owner away. */
export async function trashNow(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`
    insert into object_trash (object_key, due_at) select key, now() from unnest(${[...keys]}::text[]) as key
    on conflict (object_key) do update set due_at = excluded.due_at`.execute(tx)
}

/**
 * True when objects may be removed until the end of the transaction. A backup that is under way holds the other side of
 * the lock: what its snapshot of the database speaks of must stay until it is copied.
 */
export async function mayRemoveObjects(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock_shared(${removalLock}) as may`.execute(tx)
  return rows[0]?.may ?? false
}

/** Waits for removals under way, and keeps new ones off until the connection of the caller unlocks or ends. */
export async function holdRemovals(connection: Db): Promise<void> {
  await sql`select pg_advisory_lock(${removalLock})`.execute(connection)
}

export async function releaseRemovals(connection: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${removalLock})`.execute(connection)
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
