/** Ending what a run started, all of it. */

import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** False when there was nothing to kill: the process is gone, or (a reused number) not ours. */
export function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (hasCode(error, 'ESRCH') || hasCode(error, 'EPERM')) return false
    throw error
  }
}

const looks = 200
const betweenLooksMs = 5

/**
 * Reduced mode has no namespace whose end takes every process with it. A program that moved to another process group is
 * found by the mark in its environment. Until two looks find nothing: a process may fork between our look and our shot,
 * shows no environment for a moment while it becomes another program, and takes its time to die on a busy machine.
 */
export async function killMarked(runId: string): Promise<void> {
  const mark = `INLET_SANDBOX_RUN=${runId}`
  let emptyLooks = 0
  for (let look = 0; look < looks && emptyLooks < 2; look += 1) {
    if (look > 0) await setTimeout(betweenLooksMs)
    const pids = await pidsWithMark(mark)
    emptyLooks = pids.length === 0 ? emptyLooks + 1 : 0
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
