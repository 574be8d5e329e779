import { readFile } from 'node:fs/promises'

/** On Linux the kernel reports times in hundredths of a second (USER_HZ). */
const msPerTick = 10

/**
 * CPU time of all child processes that have ended, their descendants included; the difference of two calls is the cost
 * in between. Sandboxed programs are counted completely, because their wrapper waits for all of them, except for
 * killed ones, whose time the kernel drops with their namespace.
 */
export async function endedProgramsCpuMs(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * msPerTick
}
