// Our own PostgreSQL cluster on loopback, with a password and without a unix socket
// (socket paths are limited to 107 characters, and a checkout may be deeper).
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Daemon, launch, runningPid, stop, untilReady } from './daemon.ts'
import { DaemonExited } from './errors.ts'
import { type Instance, isRoot, outsideDir } from './instance.ts'
import { postgresProgram } from './packages.ts'
import { startOnFreePort } from './ports.ts'
import { createCluster, serverUser, userId, writeSettings } from './postgres-cluster.ts'
import { answersSql } from './postgres-probe.ts'
import { asUser, run } from './run.ts'
import { newPostgresState, type PostgresState } from './state.ts'

const usualPort = 5433
const oldSessionsMs = 30_000

export function databaseUrl(postgres: PostgresState): string {
  return `postgres://inlet:${postgres.password}@127.0.0.1:${postgres.port}/inlet`
}

export function postgresPid(instance: Instance): number | undefined {
  const { postgres } = instance.state
  return postgres && hasCluster(postgres) ? runningPid(daemonOf(instance, postgres)) : undefined
}

export async function ensurePostgres(instance: Instance): Promise<void> {
  const { state } = instance
  state.postgres ??= newPostgresState(await choosePostgresDir(instance.dir))
  const { postgres } = state
  instance.save()
  if (!hasCluster(postgres)) {
    makeOwnDir(postgres.dir)
    await createCluster(postgres, state.isEphemeral)
    postgres.isCreated = true
    instance.save()
  }
  const daemon = daemonOf(instance, postgres)
  const pid = runningPid(daemon)
  const isReady = () => answersSql(databaseUrl(postgres))
  if (pid) return await untilReady(daemon, pid, isReady)
  forgetStrangersPid(join(postgres.dir, 'data', 'postmaster.pid'))
  const wanted = [postgres.port, state.isEphemeral ? 0 : usualPort].filter((port) => port > 0)
  await startOnFreePort(wanted, async (port) => {
    postgres.port = port
    instance.save()
    writeSettings(postgres, state.isEphemeral)
    await launchAfterOldSessions(daemon, isReady)
  })
}

/** The signals of `pg_ctl stop`: fast (ends sessions safely), or immediate if the data is discarded. */
export async function stopPostgres(instance: Instance): Promise<boolean> {
  const { postgres } = instance.state
  if (!postgres || !hasCluster(postgres)) return false
  const daemon = daemonOf(instance, postgres)
  return await stop(daemon, instance.state.isEphemeral ? 'SIGQUIT' : 'SIGINT')
}

/** The folder is created again if it was deleted. */
function hasCluster({ isCreated, dir }: PostgresState): boolean {
  return isCreated && existsSync(join(dir, 'data', 'PG_VERSION'))
}

function daemonOf(instance: Instance, postgres: PostgresState): Daemon {
  const dataDir = join(postgres.dir, 'data')
  const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  return {
    name: 'PostgreSQL',
    command: asUser(serverUser, [postgresProgram('postgres', version), '-D', dataDir]),
    pidFile: join(instance.dir, 'run', 'postgres.pid'),
    logFile: join(instance.dir, 'log', 'postgres.log'),
    mark: dataDir,
  }
}

/** Sessions of a killed server notice it only when their query ends. */
async function launchAfterOldSessions(daemon: Daemon, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + oldSessionsMs
  for (;;) {
    try {
      return await untilReady(daemon, launch(daemon), isReady)
    } catch (error) {
      const areOldSessionsLeft =
        error instanceof DaemonExited && /block .* is still in use/.test(error.message)
      if (!areOldSessionsLeft || Date.now() > deadline) throw error
      await sleep(500)
    }
  }
}

/**
 * After a reboot the pid in the file may belong to another process, and PostgreSQL would refuse to start.
 * The file of a dead process is kept: PostgreSQL uses it to check whether old sessions are still ending.
 */
function forgetStrangersPid(postmasterPidFile: string): void {
  if (!existsSync(postmasterPidFile)) return
  const pid = Number.parseInt(readFileSync(postmasterPidFile, 'utf8'), 10)
  if (existsSync(`/proc/${pid}`)) rmSync(postmasterPidFile)
}

async function choosePostgresDir(dir: string): Promise<string> {
  if (!isRoot) return join(dir, 'postgres')
  const isReachable = await run(['test', '-x', dir], { user: serverUser }).then(
    () => true,
    () => false,
  )
  return isReachable ? join(dir, 'postgres') : outsideDir(dir)
}

function makeOwnDir(dir: string): void {
  mkdirSync(dirname(dir), { recursive: true, mode: 0o711 })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (isRoot) chownSync(dir, userId('uid'), userId('gid'))
}
