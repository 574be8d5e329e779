/** Memory use of processes, as reported by the kernel. */
import { readdirSync, readFileSync } from 'node:fs'

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // The process has ended since it was listed.
    return ''
  }
}

const kilobytes = (status: string, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)

/** The peak resident memory of the process itself. */
export function peakMiB(pid: number | undefined): number {
  return kilobytes(readStatus(pid ?? 0), 'VmHWM') / 1024
}

/** The current resident memory of the process itself. */
export function residentMiB(pid: number | undefined): number {
  return kilobytes(readStatus(pid ?? 0), 'VmRSS') / 1024
}

/** The current memory of the process and all its descendants. */
function treeMiB(root: number): number {
  const statuses = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), status: readStatus(Number(name)) }))
  const childrenOf = Map.groupBy(statuses, ({ status }) => kilobytes(status, 'PPid'))
  const sum = (pid: number): number =>
    (childrenOf.get(pid) ?? []).reduce(
      (total, child) => total + kilobytes(child.status, 'VmRSS') / 1024 + sum(child.pid),
      0,
    )
  return kilobytes(readStatus(root), 'VmRSS') / 1024 + sum(root)
}

/** Samples five times a second until stopped, and returns the maximum. */
export function watchTree(pid: number | undefined): () => number {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMiB(pid ?? 0))
  }, 200)
  return () => {
    clearInterval(timer)
    return peak
  }
}
