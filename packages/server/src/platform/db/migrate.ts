/** Applies numbered SQL files once each, in order, one process at a time. Forward only. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../../migrations/', import.meta.url)

// Any fixed number does; it only has to be the same for every process that migrates this database.
const advisoryLock = 7_264_931

interface Migration {
  name: string
  sql: string
  checksum: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const createLedger = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/** Returns the names of the migrations it applied. `afterwards` runs under the same lock. */
export async function migrate(url: string, afterwards?: () => Promise<void>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'inlet-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(createLedger)
    const applied: string[] = []
    for (const migration of await pendingMigrations(client)) {
      await applyOne(client, migration)
      applied.push(migration.name)
    }
    await afterwards?.()
    return applied
  } finally {
    // Ending the session releases the lock, also when a statement above has failed.
    await client.end()
  }
}

async function pendingMigrations(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  )
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  return (await readMigrations()).filter((migration) => {
    const checksum = known.get(migration.name)
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new Error(
        `${migration.name} was changed after it had been applied. Restore it and add a new migration.`,
      )
    }
    return checksum === undefined
  })
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    // A migration that cannot get its lock soon gives up instead of queueing every request behind it.
    await client.query(`set local lock_timeout = '3s'`)
    await client.query(migration.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed and was rolled back.`, { cause })
  }
}

/** Throws with what to do when this build expects more of the database than it has. */
export async function assertMigrated(pool: pg.Pool): Promise<void> {
  const ledger = await pool.query<{ table: string | null }>(
    `select to_regclass('schema_migration')::text as table`,
  )
  const { rows } = ledger.rows[0]?.table
    ? await pool.query<{ name: string }>('select name from schema_migration')
    : { rows: [] }
  const applied = new Set(rows.map((row) => row.name))
  const missing = (await readMigrations())
    .map((migration) => migration.name)
    .filter((name) => !applied.has(name))
  if (missing.length === 0) return
  throw new Error(`The database lacks ${missing.join(', ')}. Run "npm run migrate" first.`)
}
