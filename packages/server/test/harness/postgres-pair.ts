/**
 * A PostgreSQL primary with a synchronous standby: what the primary acknowledges, the standby has. `failOver` kills the
 * primary and promotes the standby, which then gets a standby of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isRoot } from '../../../../scripts/services/instance.ts'
import { postgresProgram } from '../../../../scripts/services/packages.ts'
import {
  createCluster,
  serverUser,
  userId,
  writeSettings,
} from '../../../../scripts/services/postgres-cluster.ts'
import { asUser, run } from '../../../../scripts/services/run.ts'
import { freePort } from './config.ts'
import { waitFor } from './processes.ts'

export interface PostgresPair {
  /** Of the current primary. */
  url(): string
  standbyUrl(): string
  /** Resolves when the former standby accepts writes. */
  failOver(): Promise<void>
  /** Resolves when every commit waits for the new standby. */
  addStandby(): Promise<void>
  stop(): Promise<void>
}

interface Server {
  dir: string
  port: number
  process: ChildProcess
}

const password = randomBytes(12).toString('hex')

export async function startPostgresPair(): Promise<PostgresPair> {
  const servers: Server[] = []
  let primary = await startPrimary()
  let standby: Server | undefined

  async function startPrimary(): Promise<Server> {
    const dir = makeDir()
    const port = await freePort()
    const state = { dir, port, password, isCreated: false }
    await createCluster(state, false)
    writeSettings(state, false)
    return start(dir, port)
  }

  async function start(dir: string, port: number): Promise<Server> {
    const [program = '', ...args] = asUser(serverUser, [
      postgresProgram('postgres'),
      '-D',
      join(dir, 'data'),
      '-p',
      String(port),
    ])
    const server = { dir, port, process: spawn(program, args, { cwd: '/', stdio: 'ignore' }) }
    servers.push(server)
    await waitFor(async () => (await ask(port, 'select 1')).length === 1)
    return server
  }

  async function addStandby(): Promise<void> {
    const dir = makeDir()
    const port = await freePort()
    const source = ['--host=127.0.0.1', `--port=${primary.port}`, '--username=postgres']
    const target = [
      `--pgdata=${join(dir, 'data')}`,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
    ]
    await run([postgresProgram('pg_basebackup'), ...source, ...target], {
      user: serverUser,
      env: { PGPASSWORD: password },
    })
    standby = await start(dir, port)
    // Set after the copy, so that the standby does not inherit it: nothing would confirm its commits.
    await ask(primary.port, `alter system set synchronous_standby_names = '*'`)
    await ask(primary.port, 'select pg_reload_conf()')
    await waitFor(
      async () =>
        (await ask(primary.port, `select from pg_stat_replication where sync_state = 'sync'`)).length === 1,
    )
  }

  await addStandby()
  return {
    url: () => urlOf(primary),
    standbyUrl: () => urlOf(standby),
    addStandby,
    async failOver() {
      if (!standby) throw new Error('There is no standby.')
      const old = primary
      await kill(old)
      await ask(standby.port, 'select pg_promote(true, 30)')
      primary = standby
      standby = undefined
      rmSync(old.dir, { recursive: true, force: true })
    },
    async stop() {
      for (const server of servers) {
        await kill(server)
        rmSync(server.dir, { recursive: true, force: true })
      }
    },
  }
}

const urlOf = (server: Server | undefined) => `postgres://inlet:${password}@127.0.0.1:${server?.port}/inlet`

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'inlet-pair-'))
  chmodSync(dir, 0o700)
  if (isRoot) chownSync(dir, userId('uid'), userId('gid'))
  return dir
}

/** An immediate shutdown: nothing is flushed, and no session is told. */
async function kill({ process }: Server): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const exited = once(process, 'exit')
  process.kill('SIGQUIT')
  await exited
}

async function ask(port: number, text: string): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
