/** Runs pg_dump and pg_restore with the connection in the environment, because arguments are visible to other users. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore' | 'pg_isready',
  args: readonly string[],
  databaseUrl: string,
): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...connectionEnv(databaseUrl) },
  })
  const failed = once(child, 'error').then(() => {
    throw new Error(`${program} could not be started. Install the PostgreSQL client programs.`)
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const [out, err] = await Promise.race([ended, failed])
  if (child.exitCode !== 0) throw new Error(`${program} failed: ${lastLine(err)}`)
  return out
}

function connectionEnv(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl)
  const sslMode = url.searchParams.get('sslmode')
  return {
    PGHOST: url.searchParams.get('host') ?? url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGCONNECT_TIMEOUT: '10',
    ...(sslMode !== null && { PGSSLMODE: sslMode }),
  }
}

/** Only the last line, because earlier ones may contain row values. */
const lastLine = (output: string) =>
  output
    .trim()
    .split('\n')
    .findLast((line) => line.includes('error:') || line.includes('fatal:'))
    ?.slice(0, 300) ?? 'no reason given'
