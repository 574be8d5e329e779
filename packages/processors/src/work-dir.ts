/** A private directory per job, and the removal of those of dead workers. */

import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
} from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing } from './missing.ts'

/**
 * The name identifies its owner: `job-<process namespace>-<pid>-<start of the process>-<random>`. The start time
 * guards against reused process ids, the namespace against workers in other containers that share the folder, whose
 * processes are not visible here.
 */
const namePattern = /^job-(\d+)-(\d+)-(\d+)-[0-9a-f-]{36}$/

/** Longer than any job may run: after that, the directory of an invisible worker counts as orphaned. */
const unseenOwnerMaxAgeMs = 6 * 3600 * 1000

/** If we are root, programs run as another user, who may traverse but not list the directory. */
const rootMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700)

/**
 * Creates the directory that holds those of the jobs, or checks that no other user controls an existing one. One that belongs to
 * root is accepted: an administrator prepared it, such as the volume of a container.
 * @throws Error with what to do
 */
export async function openWorkRoot(root: string): Promise<void> {
  const uid = process.getuid?.() ?? 0
  try {
    await mkdir(root, { recursive: true, mode: rootMode() })
    const stats = await lstat(root)
    if (stats.isSymbolicLink())
      throw new WorkRootError(`${root} is a symbolic link. Set INLET_WORK_DIR to the folder itself.`)
    if (stats.uid !== uid && stats.uid !== 0)
      throw new WorkRootError(
        `${root} belongs to user ${stats.uid}, and this process runs as user ${uid}. Set INLET_WORK_DIR to a folder of your own, or run the command as the worker's user.`,
      )
    if (stats.uid === uid && (stats.mode & 0o777) !== rootMode()) await chmod(root, rootMode())
    await access(root, constants.W_OK | constants.X_OK)
  } catch (cause) {
    if (cause instanceof WorkRootError) throw cause
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new WorkRootError(
      `${root} cannot be created or written by user ${uid} (${reason}). Set INLET_WORK_DIR to a folder that the worker can write to.`,
      { cause },
    )
  }
}

export class WorkRootError extends Error {
  override readonly name = 'WorkRootError'
}

/** Runs `use` with a new private directory under `root` and always removes it afterwards. */
export async function withWorkDir<T>(root: string, use: (workDir: string) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true, mode: rootMode() })
  // Resolved, because the sandbox mounts a directory under its real path only.
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

/** Removes the directories of dead workers under `root` and returns their number. Call it when a worker starts. */
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

/** In clock ticks since boot; null if there is no such process. */
async function processStart(pid: number): Promise<string | null> {
  const stat = await nullIfMissing(readFile(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the program's name in parentheses, which may contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields?.[19] ?? null
}

async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch {
    // A program may have removed the permissions of its own folder.
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
