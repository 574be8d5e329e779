/** What processes hold in memory, by the kernel's account. */
import { readdirSync, readFileSync } from 'node:fs'

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It has ended between the listing and the look.
    return ''
  }
}

const kilobytes = (status: string, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)

/** The most the process itself ever held. */
export function peakMiB(pid: number | undefined): number {
  return kilobytes(readStatus(pid ?? 0), 'VmHWM') / 1024
}

/** What the process and all it has started hold now. */
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

/** Looks five times a second until told to stop, then says the most it saw. */
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
