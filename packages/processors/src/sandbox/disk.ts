/** Free space of the work directory and the size of a job's directory. */

import { chmod, lstat, readdir, readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing } from '../missing.ts'

export type FreeSpace = { readonly bytes: number; readonly inodes: number }

/** Some file systems create inodes on demand and report none; then they cannot run out. */
export async function readFreeSpace(path: string): Promise<FreeSpace> {
  const { bavail, bsize, files, ffree } = await statfs(path)
  return { bytes: bavail * bsize, inodes: files === 0 ? Number.POSITIVE_INFINITY : ffree }
}

/** A converter unpacks documents with hundreds of parts. */
export const minFreeInodes = 2000

export function isShortOf(free: FreeSpace, minFreeBytes: number): boolean {
  return free.bytes < minFreeBytes || free.inodes < minFreeInodes
}

/** More entries than any job needs; a run that exceeds it counts as too large. */
const maxEntries = 100_000

/** Bytes on disk of everything in a directory; infinite if it has too many entries or cannot be read. */
export async function directoryBytes(root: string): Promise<number> {
  const seen = new Set<number>()
  const folders = [root]
  let bytes = 0
  let entries = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await listEntries(folder)) {
      entries += 1
      if (entries > maxEntries) return Number.POSITIVE_INFINITY
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      const stats = await nullIfMissing(lstat(path))
      if (stats === null || seen.has(stats.ino)) continue
      if (stats.nlink > 1) seen.add(stats.ino)
      bytes += stats.blocks * 512
    }
  }
  return bytes
}

async function listEntries(folder: string) {
  const read = () => nullIfMissing(readdir(folder, { withFileTypes: true }))
  try {
    return (await read()) ?? []
  } catch {
    // A program may have removed our permissions, perhaps to hide files from this count.
    await chmod(folder, 0o700)
    return (await read()) ?? []
  }
}

/** Memory that programs could still get without swapping, in bytes. */
export async function readAvailableMemory(): Promise<number> {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1]
  return kilobytes === undefined ? Number.POSITIVE_INFINITY : Number(kilobytes) * 1024
}
