/**
 * One run at a time per journal, and one command at a time per survey. The lock file names its process, and the lock of
 * a dead process is taken over. It includes the start time of the process, because pids are reused after a reboot.
 */
import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { CliError } from '../errors.ts'

export interface Lock {
  release(): Promise<void>
}

interface Holder {
  pid: number
  host: string
  startedAt: string
}

const tries = 20

/** `holderName` describes the holder of the lock in the error message. */
export async function lockFile(path: string, holderName = 'import into this project'): Promise<Lock> {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), startedAt: await startOf(process.pid) })
  for (let i = 0; i < tries; i += 1) {
    if (await createWhole(path, own)) return { release: () => rm(path, { force: true }) }
    const held = await readFile(path, 'utf8').catch(() => undefined)
    if (held === undefined) continue
    const holder = parse(held)
    if (holder && (await isAlive(holder))) throw taken(holder, path, holderName)
    await takeAway(path, held)
  }
  throw new CliError(`${path} cannot be locked. Delete it if no other "inlet" is running.`, {
    code: 'locked',
  })
}

/** Written to a temporary file and linked, so that no process reads a half-written lock. */
async function createWhole(path: string, text: string): Promise<boolean> {
  const beside = `${path}.${randomUUID()}`
  await writeFile(beside, text, { mode: 0o600, flag: 'wx' })
  try {
    await link(beside, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(beside, { force: true })
  }
}

/** Between reading and removing, another process may have replaced the lock: that lock is put back. */
async function takeAway(path: string, expected: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== expected) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}

async function isAlive({ pid, host, startedAt }: Holder): Promise<boolean> {
  // Processes of another machine that shares the home folder cannot be checked.
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false
  }
  const now = await startOf(pid)
  return startedAt === '' || now === '' || now === startedAt
}

/** The boot id and the start time of a process in clock ticks since boot; empty if the system does not provide them. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  // The process name in parentheses may contain spaces. The start time is field 22, the 20th after the name.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return ticks === undefined ? '' : `${boot.trim()}:${ticks}`
}

function parse(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder>
    const { pid, host, startedAt } = value
    return typeof pid === 'number' && typeof host === 'string' && typeof startedAt === 'string'
      ? { pid, host, startedAt }
      : undefined
  } catch {
    return undefined
  }
}

function taken({ pid, host }: Holder, path: string, holderName: string): CliError {
  const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
  const message = `Another ${holderName} is running (${where}). Wait until it finishes, or stop it. If it is not running, delete ${path}.`
  return new CliError(message, { code: 'locked' })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
