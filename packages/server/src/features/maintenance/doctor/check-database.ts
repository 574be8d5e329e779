/** Checks that the database is reachable, migrated, and has free connections. */
import type { Database } from '../../../platform/db/database.ts'
import { assertMigrated } from '../../../platform/db/migrate.ts'
import { type CheckResult, failed, ok, reasonOf, warning } from './check-result.ts'
import { readServerFacts, type ServerFacts } from './diagnosis.repo.ts'

const leastVersion = 150_000

const fixes: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused. Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'The host name cannot be resolved. Correct DATABASE_URL.',
  '28P01': 'The user name or password is wrong. Correct it in DATABASE_URL.',
  '28000': 'The server rejects this user from this host. Check its pg_hba.conf.',
  '3D000': 'The database does not exist. Create it: createdb NAME.',
  '53300': 'All connections of the server are in use. Lower DATABASE_POOL_SIZE or raise max_connections.',
}

export async function checkDatabase(
  database: Database,
  { poolSize, now }: { poolSize: number; now: () => number },
): Promise<CheckResult[]> {
  let facts: ServerFacts
  const askedAt = now()
  try {
    facts = await readServerFacts(database.db)
  } catch (error) {
    const reason = reasonOf(error)
    const fix = fixes[reason] ?? 'Check DATABASE_URL and the network path to the server.'
    return [failed('database', `cannot be reached (${reason})`, fix)]
  }
  return [
    judgeVersion(facts),
    facts.encoding === 'UTF8'
      ? ok('database encoding', 'UTF8')
      : failed(
          'database encoding',
          facts.encoding,
          'Recreate the database with UTF-8: createdb --encoding=UTF8 NAME.',
        ),
    judgeConnections(facts, poolSize),
    judgeClock('database clock', facts.now.getTime() - (askedAt + now()) / 2, 'the database server'),
    await checkMigrations(database),
  ]
}

function judgeVersion({ version, versionNumber }: ServerFacts): CheckResult {
  if (versionNumber >= leastVersion) return ok('database', `PostgreSQL ${version}`)
  return failed('database', `PostgreSQL ${version} is too old`, 'Upgrade to PostgreSQL 15 or newer.')
}

/** Of one api or worker besides its pool: authentication, limiter, listener, job engine and a check now and then. */
const otherConnections = 10

function judgeConnections({ maxConnections, usedConnections }: ServerFacts, poolSize: number): CheckResult {
  const check = 'database connections'
  const detail = `${usedConnections} of ${maxConnections} in use`
  const fix = 'Lower DATABASE_POOL_SIZE, start fewer processes, or raise max_connections.'
  if (usedConnections > 0.9 * maxConnections) return failed(check, detail, fix)
  if (2 * (poolSize + otherConnections) > maxConnections)
    return warning(
      check,
      `${detail}; one api and one worker may open ${2 * (poolSize + otherConnections)}`,
      fix,
    )
  return ok(check, detail)
}

const skewMs = 2_000
const badSkewMs = 60_000

export function judgeClock(check: string, aheadMs: number, whose: string): CheckResult {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1)
  const fix = `Synchronize the clocks of this machine and ${whose} with NTP (chrony, systemd-timesyncd).`
  const detail = `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  if (Math.abs(aheadMs) > badSkewMs) return failed(check, detail, fix)
  return Math.abs(aheadMs) > skewMs ? warning(check, detail, fix) : ok(check, 'in sync with this machine')
}

async function checkMigrations({ pool }: Database): Promise<CheckResult> {
  try {
    await assertMigrated(pool)
    return ok('migrations', 'up to date')
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return failed('migrations', detail, 'Run "npm run migrate" with the settings of the service.')
  }
}
