/** CPU time as reported by the kernel, which is independent of other load on the machine. */
import { readdirSync, readFileSync } from 'node:fs'

/** On Linux the kernel reports times in hundredths of a second. */
const msPerTick = 10

function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has ended since it was listed.
    return []
  }
}

/** CPU time of the process and of its ended children. */
export function processCpuMs(pid: number): number {
  const fields = statOf(pid)
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field] ?? 0), 0) * msPerTick
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** The same for a server with its live sessions. */
export function serverCpuMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    .map(Number)
  return [pid, ...children].reduce((sum, one) => sum + processCpuMs(one), 0)
}
