// Creates the cluster and its settings.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot } from './instance.ts'
import { postgresProgram } from './packages.ts'
import { run } from './run.ts'
import type { PostgresState } from './state.ts'

/** The user of the server, if it cannot be the current one. */
export const serverUser = isRoot ? 'postgres' : undefined

/** A cluster whose creation was interrupted is created again from scratch. */
export async function createCluster({ dir, password }: PostgresState, isEphemeral: boolean): Promise<void> {
  const dataDir = join(dir, 'data')
  const passwordFile = join(dir, 'password')
  rmSync(dataDir, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (isRoot) chownSync(passwordFile, userId('uid'), userId('gid'))
  const settings = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', '--no-instructions']
  const initdb = [postgresProgram('initdb'), `--pgdata=${dataDir}`, '--username=postgres', ...settings]
  const sync = isEphemeral ? ['--no-sync'] : []
  await run([...initdb, `--pwfile=${passwordFile}`, ...sync], { user: serverUser })
  rmSync(passwordFile)
  // Single-user mode needs no password and no port, so everything is set up before the server listens.
  const singleUser = [postgresProgram('postgres'), '--single', '-F', '-j', '-D', dataDir, 'postgres']
  await run(singleUser, { user: serverUser, input: setupSql(password) })
  appendFileSync(join(dataDir, 'postgresql.conf'), "\ninclude = 'inlet.conf'\n")
}

function setupSql(password: string): string {
  return [
    // Tests clone template databases, hence CREATEDB.
    `CREATE ROLE inlet LOGIN CREATEDB PASSWORD '${password}';`,
    'CREATE DATABASE inlet OWNER inlet;',
    '',
  ].join('\n\n')
}

/** Rewritten at every start: the port may have changed. */
export function writeSettings({ dir, port }: PostgresState, isEphemeral: boolean): void {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '256MB',
    wal_level: 'replica',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Test data does not need durability.
    ...(isEphemeral ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  const file = join(dir, 'data', 'inlet.conf')
  writeFileSync(file, lines.join(''), { mode: 0o644 })
}

export function userId(kind: 'uid' | 'gid'): number {
  return Number(execFileSync('id', [kind === 'uid' ? '-u' : '-g', serverUser ?? ''], { encoding: 'utf8' }))
}
