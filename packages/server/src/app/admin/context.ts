/** What all admin commands share: database access and output. Data goes to stdout, messages to stderr. */
import { createDeploymentSecrets, type DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'
import { readAdminConfig } from '../../platform/config/config.ts'
import { type Database, type Db, openDatabase } from '../../platform/db/database.ts'
import { assertMigrated } from '../../platform/db/migrate.ts'
import { configOrExit } from '../start.ts'

export interface AdminContext {
  db: Db
  database: Database
  /** Loaded by `withContext` only. */
  secrets: DeploymentSecrets
  secret: string
  /** Undefined when it is not set; few commands need it. */
  publicUrl: string | undefined
}

/** An invalid argument or an id that does not exist: printed without a stack trace, exit code 1. */
export class AdminError extends Error {}

export function withContext(work: (context: AdminContext) => Promise<void>): Promise<void> {
  return withDatabase(async (context) => {
    await assertMigrated(context.database.pool)
    await context.secrets.load()
    await work(context)
  })
}

/** Also works on a database that is not migrated, and with another secret than the database's. */
export async function withDatabase(work: (context: AdminContext) => Promise<void>): Promise<void> {
  const config = configOrExit(readAdminConfig)
  const database = openDatabase({
    url: config.DATABASE_URL,
    poolSize: 4,
    profile: 'admin',
    applicationName: 'inlet-admin',
    onError: (error) => process.stderr.write(`inlet-admin: database connection lost: ${error.message}\n`),
  })
  try {
    await work({
      db: database.db,
      database,
      secrets: createDeploymentSecrets(database.db, config),
      secret: config.INLET_SECRET,
      publicUrl: config.INLET_PUBLIC_URL,
    })
  } finally {
    await database.close()
  }
}

export interface OutputOptions {
  json?: boolean
}

type Cell = string | number | boolean | Date | null | readonly unknown[] | undefined

/** Prints one record or many, as JSON for programs or as an aligned table for people. */
export function print(given: object | object[], options: OutputOptions): void {
  const data = withSnakeNames(given) as object | object[]
  if (options.json) {
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
    return
  }
  if (Array.isArray(data)) printTable(data as Record<string, Cell>[])
  else
    for (const [name, value] of Object.entries(data))
      process.stdout.write(`${name.padEnd(32)} ${show(value as Cell)}\n`)
}

/** JSON output uses the naming of the contract. */
function withSnakeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeNames)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      withSnakeNames(one),
    ]),
  )
}

function printTable(rows: Record<string, Cell>[]): void {
  const [first] = rows
  if (!first) {
    process.stderr.write('Nothing found.\n')
    return
  }
  const names = Object.keys(first)
  const lines = [names, ...rows.map((row) => names.map((name) => show(row[name])))]
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)))
  for (const line of lines) {
    const cells = line.map((cell, i) => cell.padEnd(widths[i] ?? 0))
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
}

function show(value: Cell): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(',') : String(value)
}
