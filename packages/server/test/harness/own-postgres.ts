/** A PostgreSQL for one test, which it may crash: durable settings, no other users. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { down, up } from '../../../../scripts/services/lifecycle.ts'
import { waitFor } from './processes.ts'

export interface OwnPostgres {
  url: string
  /** Like `pg_ctl restart -m immediate`: sessions are cut, nothing is flushed, and committed data must survive. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dir = join(tmpdir(), `inlet-postgres-${process.pid}-${Date.now()}`)
  // The object store is given, so only the database is started.
  const { DATABASE_URL: _, ...env } = process.env
  const start = () => up({ dir, isEphemeral: false, env })
  const url = (await start())['DATABASE_URL'] ?? ''
  const pid = () => Number(readFileSync(join(dir, 'run/postgres.pid'), 'utf8'))
  return {
    url,
    async crash() {
      const old = pid()
      process.kill(old, 'SIGQUIT')
      await waitFor(async () => !isAlive(old))
      await start()
    },
    async stop() {
      await down(dir, true)
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
