/** A private directory per job, and the removal of those whose worker died. */

import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing } from './missing.ts'

/**
 * The name tells its owner: `job-<process namespace>-<pid>-<start of the process>-<random>`. The start time guards against a
 * process that got the same number later, the namespace against workers in other containers that share the folder: their
 * processes cannot be seen from here.
 */
const namePattern = /^job-(\d+)-(\d+)-(\d+)-[0-9a-f-]{36}$/

/** Longer than any job may run: a directory of a worker that we cannot see is taken for left over after that. */
const unseenOwnerMaxAgeMs = 6 * 3600 * 1000

/** Runs `use` with a new private directory under `root`, and removes it afterwards, whatever happened. */
export async function withWorkDir<T>(root: string, use: (workDir: string) => Promise<T>): Promise<T> {
  // Programs run as another user when we are root: they must be able to pass through, not to look around.
  await mkdir(root, { recursive: true, mode: 0o711 })
  // Resolved: the sandbox shows a directory under its true path only.
  const base = await realpath(root)
  const owner = [await processNamespace(), process.pid, await processStart(process.pid)].join('-')
  const workDir = join(base, `job-${owner}-${randomUUID()}`)
  await mkdir(workDir, { mode: 0o700 })
  try {
    return await use(workDir)
  } finally {
    await removeTree(workDir)
  }
}

/** Removes what dead workers left under `root`; returns how many directories that were. Call it when a worker starts. */
export async function sweepWorkDirs(root: string, now = Date.now()): Promise<number> {
  let removed = 0
  for (const name of (await nullIfMissing(readdir(root))) ?? []) {
    if (!(await isLeftOver(root, name, now))) continue
    await removeTree(join(root, name))
    removed += 1
  }
  return removed
}

async function isLeftOver(root: string, name: string, now: number): Promise<boolean> {
  const [, namespace, pid, start] = namePattern.exec(name) ?? []
  if (namespace === undefined) return false
  if (namespace === (await processNamespace())) return start !== (await processStart(Number(pid)))
  const stats = await nullIfMissing(lstat(join(root, name)))
  return stats !== null && now - stats.mtimeMs > unseenOwnerMaxAgeMs
}

async function processNamespace(): Promise<string> {
  const link = await readlink('/proc/self/ns/pid')
  return link.replace(/\D/g, '')
}

/** In clock ticks since the machine started; null when there is no such process. */
async function processStart(pid: number): Promise<string | null> {
  const stat = await nullIfMissing(readFile(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the program's name in parentheses and may hold anything, spaces and parentheses too.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields?.[19] ?? null
}

async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch {
    // A program that ran as our own user may have locked a folder of its own.
    await unlock(path)
    await rm(path, { recursive: true, force: true })
  }
}

async function unlock(directory: string): Promise<void> {
  await chmod(directory, 0o700)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(directory, entry.name))
  }
}
