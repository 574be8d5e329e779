/**
 * A cgroup per run, where the worker may create them (cgroup v2, delegated by systemd or owned by the container): memory and
 * processes are then limited for all programs of a run together. Without it the limits apply per process.
 */

import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nullIfMissing } from '../missing.ts'
import type { RunCgroups, SandboxLimits } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'

const wantedControllers = ['memory', 'pids']
const workerLeaf = 'inlet-worker'
const runPrefix = 'inlet-run-'
/** Wrapper processes that belong to us: shell, bubblewrap, clock. */
const wrapperProcesses = 16
const sweepAfterMs = 60_000

/** Null if this process may not create cgroups with limits. Moves the process into a leaf, as the kernel requires. */
export async function openRunCgroups(): Promise<RunCgroups | null> {
  try {
    const own = await ownCgroup()
    if (own === null) return null
    const base = basename(own) === workerLeaf ? dirname(own) : own
    const available = words(await readFile(join(base, 'cgroup.controllers'), 'utf8'))
    const controllers = wantedControllers.filter((name) => available.includes(name))
    if (controllers.length === 0 || !(await leaveInnerNode(base, own))) return null
    await writeFile(join(base, 'cgroup.subtree_control'), controllers.map((name) => `+${name}`).join(' '))
    await sweepRunCgroups(base)
    return { base, controllers }
  } catch {
    // Not delegated: read-only, or owned by someone else.
    return null
  }
}

/** The directory of our cgroup in the unified hierarchy. */
async function ownCgroup(): Promise<string | null> {
  const path = /^0::(.*)$/m.exec(await readFile('/proc/self/cgroup', 'utf8'))?.[1]
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n')
  const mountPoint = mounts.find((line) => line.includes(' - cgroup2 '))?.split(' ')[4]
  return path === undefined || mountPoint === undefined ? null : join(mountPoint, path)
}

/** A cgroup with limited children must not contain processes itself; false if there are others than us. */
async function leaveInnerNode(base: string, own: string): Promise<boolean> {
  const isRoot = (await nullIfMissing(stat(join(base, 'cgroup.type')))) === null
  if (isRoot || own !== base) return true
  const members = words(await readFile(join(base, 'cgroup.procs'), 'utf8'))
  if (members.some((pid) => pid !== String(process.pid))) return false
  const leaf = join(base, workerLeaf)
  await mkdir(leaf, { recursive: true })
  await writeFile(join(leaf, 'cgroup.procs'), String(process.pid))
  return true
}

/** Removes what killed workers left. The kernel refuses to remove a cgroup in use. */
async function sweepRunCgroups(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (!name.startsWith(runPrefix)) continue
    const path = join(base, name)
    const stats = await nullIfMissing(stat(path))
    if (stats !== null && Date.now() - stats.mtimeMs > sweepAfterMs) await rmdir(path).catch(() => {})
  }
}

export type RunCgroup = {
  readonly dir: string
  /** `limit`: the run exceeded its own memory limit. `machine`: the kernel killed it because others needed memory. */
  oomKill(): Promise<'limit' | 'machine' | null>
  /** Kills what is left and removes the cgroup. */
  remove(): Promise<void>
}

/** @throws SandboxError */
export async function makeRunCgroup(
  { base, controllers }: RunCgroups,
  runId: string,
  limits: SandboxLimits,
): Promise<RunCgroup> {
  const dir = join(base, `${runPrefix}${runId}`)
  try {
    await mkdir(dir)
    if (controllers.includes('memory')) {
      await writeFile(join(dir, 'memory.max'), String(limits.memoryBytes))
      await writeFile(join(dir, 'memory.oom.group'), '1')
    }
    if (controllers.includes('pids'))
      await writeFile(join(dir, 'pids.max'), String(limits.processes + wrapperProcesses))
  } catch (cause) {
    throw new SandboxError('refused', `cannot create the cgroup ${dir}`, { cause })
  }
  return { dir, oomKill: () => readOomKill(dir), remove: () => removeCgroup(dir) }
}

async function readOomKill(dir: string): Promise<'limit' | 'machine' | null> {
  const events = (await nullIfMissing(readFile(join(dir, 'memory.events'), 'utf8'))) ?? ''
  return parseOomKill(events)
}

export function parseOomKill(events: string): 'limit' | 'machine' | null {
  const count = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(events)?.[1] ?? 0)
  if (count('oom_kill') === 0) return null
  return count('oom') > 0 ? 'limit' : 'machine'
}

async function removeCgroup(dir: string): Promise<void> {
  await writeFile(join(dir, 'cgroup.kill'), '1').catch(() => {})
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await rmdir(dir)
      return
    } catch {
      // Killed processes leave it shortly after.
      await delay(10)
    }
  }
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
