/**
 * One run at a time per journal. The lock is a file that names its process; that of a dead process is taken over. The
 * time a process started is part of its name: after a restart of the machine another one may have the same number.
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

export async function lockFile(path: string): Promise<Lock> {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), startedAt: await startOf(process.pid) })
  for (let i = 0; i < tries; i += 1) {
    if (await createWhole(path, own)) return { release: () => rm(path, { force: true }) }
    const held = await readFile(path, 'utf8').catch(() => undefined)
    if (held === undefined) continue
    const holder = parse(held)
    if (holder && (await isAlive(holder))) throw taken(holder, path)
    await takeAway(path, held)
  }
  throw new CliError(`${path} cannot be locked. Delete it if no other "inlet" is at work.`, {
    code: 'locked',
  })
}

/** Made beside and linked: nobody ever sees a lock that is not written yet. */
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

/** Between reading and removing, another process may have done the same and locked anew: that lock is put back. */
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
  // Of another machine nothing can be known; a home folder may be shared.
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false
  }
  const now = await startOf(pid)
  return startedAt === '' || now === '' || now === startedAt
}

/** When a process started, in the kernel's own count since boot, with the boot itself; empty where that is not told. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  // The name in parentheses may hold spaces; what follows does not. The start is field 22, the 20th after the name.
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

function taken({ pid, host }: Holder, path: string): CliError {
  const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
  const message = `Another import into this project is at work (${where}). Wait until it ends, or stop it first. If there is none, delete ${path}.`
  return new CliError(message, { code: 'locked' })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
