/** Ending what a run started, all of it. */

import { readdir, readFile } from 'node:fs/promises'

/** False when there was nothing to kill: the process is gone, or (a reused number) not ours. */
export function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (hasCode(error, 'ESRCH') || hasCode(error, 'EPERM')) return false
    throw error
  }
}

/**
 * Reduced mode has no namespace whose end takes every process with it. A program that moved to another process group is
 * found by the mark in its environment. Repeated, since a process may fork between our look and our shot.
 */
export async function killMarked(runId: string): Promise<void> {
  const mark = `INLET_SANDBOX_RUN=${runId}`
  for (let round = 0; round < 10; round += 1) {
    const pids = await pidsWithMark(mark)
    if (pids.length === 0) return
    for (const pid of pids) kill(pid)
  }
}

async function pidsWithMark(mark: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // Unreadable: it has ended meanwhile, or belongs to somebody else.
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
    if (environment.split('\0').includes(mark)) found.push(Number(name))
  }
  return found
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
