/** Kills everything that a run started. */

import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** False if there was nothing to kill: the process is gone, or its id was reused. */
export function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (hasCode(error, 'ESRCH') || hasCode(error, 'EPERM')) return false
    throw error
  }
}

const maxScans = 200
const scanIntervalMs = 5

/**
 * Reduced mode has no namespace that ends all processes at once. A program that left its process group is found by a
 * marker in its environment. Repeats until two scans find nothing: a process may fork between scan and kill, has no
 * visible environment during exec, and takes time to die on a busy machine.
 */
export async function killMarked(runId: string): Promise<void> {
  const mark = `INLET_SANDBOX_RUN=${runId}`
  let emptyScans = 0
  for (let scan = 0; scan < maxScans && emptyScans < 2; scan += 1) {
    if (scan > 0) await setTimeout(scanIntervalMs)
    const pids = await pidsWithMark(mark)
    emptyScans = pids.length === 0 ? emptyScans + 1 : 0
    for (const pid of pids) kill(pid)
  }
}

async function pidsWithMark(mark: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // Unreadable: it has ended or belongs to another user.
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
    if (environment.split('\0').includes(mark)) found.push(Number(name))
  }
  return found
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
