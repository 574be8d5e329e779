/** Applies numbered SQL files once each, in order, in one process at a time. Forward only. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../telemetry/log.ts'
import { isConcurrent, readConcurrentIndexes } from './migration-text.ts'
import { poolProfiles, startupOptions } from './pool-profiles.ts'

const defaultFolder = new URL('../../../migrations/', import.meta.url)

// Any fixed number works; it only has to be the same for every process that migrates this database.
const advisoryLock = 7_264_931

/**
 * Requests that arrive while a migration waits for a lock queue behind it. Shorter than PostgreSQL's deadlock_timeout
 * of one second: in a deadlock the migration fails and is retried, and no request is cancelled.
 */
export const lockTimeoutMs = 500

interface Migration {
  name: string
  sql: string
  checksum: string
}

async function readMigrations(folder = defaultFolder): Promise<Migration[]> {
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

export interface MigrateOptions {
  log: Log
  /** Runs under the same lock. */
  afterMigrations?: () => Promise<void>
  /** How long a migration that cannot get its locks is retried. */
  retryForMs?: number
  /** For tests; by default the migrations of this package. */
  folder?: URL
}

/** Returns the names of the migrations it applied. */
export async function migrate(url: string, options: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'inlet-migrate',
    connectionTimeoutMillis: poolProfiles.migration.connectMs,
    // No limit for statements: the kernel ends a connection whose server has vanished.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: startupOptions(poolProfiles.migration),
  })
  await client.connect()
  try {
    await acquireMigrationLock(client)
    await client.query(createLedger)
    const applied: string[] = []
    for (const migration of await pendingMigrations(client, options.folder)) {
      await applyWithRetries(client, migration, options)
      applied.push(migration.name)
    }
    await options.afterMigrations?.()
    return applied
  } finally {
    // Ending the session releases the lock, also after a failed statement.
    await client.end()
  }
}

const lockWaitMs = 60 * 60_000

/**
 * Polls instead of blocking: a waiting statement holds a snapshot, and a concurrent index build would wait for that
 * snapshot.
 */
async function acquireMigrationLock(client: pg.Client): Promise<void> {
  const deadline = performance.now() + lockWaitMs
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      advisoryLock,
    ])
    if (rows[0]?.is_ours) return
    if (performance.now() > deadline) throw new Error('Another process has been migrating for an hour.')
    await sleep(200)
  }
}

async function pendingMigrations(client: pg.Client, folder?: URL): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  )
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  return (await readMigrations(folder)).filter((migration) => {
    const checksum = known.get(migration.name)
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new Error(
        `${migration.name} was changed after it had been applied. Restore the file and put the change into a new migration.`,
      )
    }
    return checksum === undefined
  })
}

const lockNotAvailable = '55P03'
const defaultRetryForMs = 5 * 60_000
const longestPauseMs = 15_000

/** Long transactions of others end eventually. Between the attempts, requests proceed normally. */
async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  { log, retryForMs = defaultRetryForMs }: MigrateOptions,
): Promise<void> {
  const deadline = performance.now() + retryForMs
  for (let pauseMs = 500; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await (isConcurrent(migration.sql) ? applyConcurrently(client, migration) : applyOne(client, migration))
      return
    } catch (error) {
      const isLocked = (error as { cause?: { code?: string } }).cause?.code === lockNotAvailable
      if (!isLocked || performance.now() + pauseMs > deadline) throw error
      log.warn({ migration: migration.name, pauseMs }, 'a table is locked; retrying the migration')
      await sleep(pauseMs)
    }
  }
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    // Without a timeout, every request to the table would queue behind the migration.
    await client.query(`set local lock_timeout = '${lockTimeoutMs}ms'`)
    await client.query(migration.sql)
    await recordApplied(client, migration)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed and was rolled back.`, { cause })
  }
}

/**
 * Runs statement by statement, because concurrent index builds cannot run in a transaction. They block no one while
 * they wait. Valid indexes of an earlier attempt are kept; invalid ones are rebuilt.
 */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('set lock_timeout = 0')
    for (const { name, statement } of readConcurrentIndexes(migration.sql)) {
      const { rows } = await client.query<{ is_valid: boolean }>(
        'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
        [name],
      )
      if (rows[0]?.is_valid) continue
      if (rows[0]) await client.query(`drop index concurrently ${name}`)
      await client.query(statement)
    }
    await recordApplied(client, migration)
  } catch (cause) {
    throw new Error(`Migration ${migration.name} failed part-way. Run "npm run migrate" again.`, { cause })
  }
}

async function recordApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
}

/** Throws when migrations of this build have not been applied to the database. */
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
  throw new Error(
    `The database is missing the migrations ${missing.join(', ')}. Run "npm run migrate" first.`,
  )
}
