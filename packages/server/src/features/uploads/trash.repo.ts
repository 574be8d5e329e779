/** SQL of objects to delete. See migration 0002 for why keys are recorded here first. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Longer than any attempt that may still be writing the object. */
const graceHours = 24

// Any constant works as long as every process uses the same one.
const removalLock = 7_264_932

export async function trashUnlessKept(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    insert into object_trash (object_key, due_at)
    select key, now() + make_interval(hours => ${graceHours}) from unnest(${[...keys]}::text[]) as key`.execute(
    db,
  )
}

/**
 * Called in the transaction that assigns the objects to a record. Throws when one is no longer listed or is being
 * deleted, so that a late attempt cannot own a deleted object.
 */
export async function keepObjects(tx: Tx, keys: readonly string[]): Promise<void> {
  const { rows } = await sql`
    delete from object_trash where object_key = any (${[...keys]}::text[])
      and due_at > clock_timestamp() + interval '10 minutes' returning 1`.execute(tx)
  if (rows.length < new Set(keys).size)
    throw new Error('An object was due for deletion before it had an owner.')
}

/** Called in the transaction that removes their owner. */
export async function trashNow(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`
    insert into object_trash (object_key, due_at) select key, now() from unnest(${[...keys]}::text[]) as key
    on conflict (object_key) do update set due_at = excluded.due_at`.execute(tx)
}

/** A single statement with the query, so that exactly the keys it selects now are added. Returns their number. */
export async function trashSelected(db: Db, selectKeys: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into object_trash (object_key, due_at) select key, now() from (${selectKeys}) selected
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Runs `work`, which may delete objects; undefined when it may not. A running backup holds the conflicting lock, because
 * objects in its database snapshot must exist until they are copied. The lock belongs to a connection instead of a
 * transaction, because the store may take long to answer. If that connection is lost, the objects that `work` has listed
 * are still safe to delete: they had no owner before a backup could start.
 */
export function whileRemovalsAllowed<T>(
  db: Db,
  work: (connection: Db) => Promise<T>,
): Promise<T | undefined> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ may: boolean }>`
      select pg_try_advisory_lock_shared(${removalLock}) as may`.execute(connection)
    if (!rows[0]?.may) return undefined
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock_shared(${removalLock})`.execute(connection)
    }
  })
}

/** Waits for running deletions and blocks new ones until the caller's connection unlocks or ends. */
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
