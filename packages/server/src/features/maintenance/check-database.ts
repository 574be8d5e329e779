/** Whether the database is there, is what this build expects, and has room. */
import type { Database } from '../../platform/db/database.ts'
import { assertMigrated } from '../../platform/db/migrate.ts'
import { readServerFacts, type ServerFacts } from './diagnosis.repo.ts'
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'

const leastVersion = 150_000

const mends: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there. Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'The host name is unknown. Correct DATABASE_URL.',
  '28P01': 'Name or password are not accepted. Correct them in DATABASE_URL.',
  '28000': 'The server lets nobody in from here with this name. Look at its pg_hba.conf.',
  '3D000': 'The database does not exist. Create it: createdb NAME.',
  '53300': 'The server has no connection left. Lower DATABASE_POOL_SIZE or raise max_connections.',
}

export async function checkDatabase(
  database: Database,
  { poolSize, now }: { poolSize: number; now: () => number },
): Promise<Finding[]> {
  let facts: ServerFacts
  const askedAt = now()
  try {
    facts = await readServerFacts(database.db)
  } catch (error) {
    const reason = reasonOf(error)
    const mend = mends[reason] ?? 'Check DATABASE_URL, and whether the server can be reached from here.'
    return [failed('database', `cannot be reached (${reason})`, mend)]
  }
  return [
    judgeVersion(facts),
    facts.encoding === 'UTF8'
      ? ok('database encoding', 'UTF8')
      : failed(
          'database encoding',
          facts.encoding,
          'Create the database anew: createdb --encoding=UTF8 NAME.',
        ),
    judgeConnections(facts, poolSize),
    judgeClock('database clock', facts.now.getTime() - (askedAt + now()) / 2, 'the database server'),
    await checkMigrations(database),
  ]
}

function judgeVersion({ version, versionNumber }: ServerFacts): Finding {
  if (versionNumber >= leastVersion) return ok('database', `PostgreSQL ${version}`)
  return failed('database', `PostgreSQL ${version} is too old`, 'Upgrade to PostgreSQL 15 or newer.')
}

/** An api and a worker with their pools, limiter, listener and engine. */
function judgeConnections({ maxConnections, usedConnections }: ServerFacts, poolSize: number): Finding {
  const check = 'database connections'
  const detail = `${usedConnections} of ${maxConnections} in use`
  const mend = 'Lower DATABASE_POOL_SIZE, start fewer processes, or raise max_connections.'
  if (usedConnections > 0.9 * maxConnections) return failed(check, detail, mend)
  if (2 * (poolSize + 4) > maxConnections)
    return warning(check, `${detail}; one api and one worker may ask for ${2 * (poolSize + 4)}`, mend)
  return ok(check, detail)
}

const skewMs = 2_000
const badSkewMs = 60_000

export function judgeClock(check: string, aheadMs: number, whose: string): Finding {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1)
  const mend = `Let this machine and ${whose} take the time from the same source (chrony, systemd-timesyncd).`
  const detail = `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  if (Math.abs(aheadMs) > badSkewMs) return failed(check, detail, mend)
  return Math.abs(aheadMs) > skewMs ? warning(check, detail, mend) : ok(check, 'agrees with this machine')
}

async function checkMigrations({ pool }: Database): Promise<Finding> {
  try {
    await assertMigrated(pool)
    return ok('migrations', 'up to date')
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return failed('migrations', detail, 'Run "npm run migrate" with the settings of the service.')
  }
}
