/** A disk of a few megabytes, which a test can fill. Needs root. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SmallDisk {
  path: string
  /** Leaves this many bytes. */
  fill(leaveBytes?: number): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

/** Undefined where disks cannot be mounted. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'inlet-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', path])
  } catch {
    await rm(path, { recursive: true })
    return undefined
  }
  await chmod(path, 0o711)
  const filler = join(path, 'filler')
  return {
    path,
    async fill(leaveBytes = 0) {
      const { bavail, bsize } = await statfs(path)
      const bytes = Math.max(0, bavail * bsize - leaveBytes)
      // The last bytes may be taken by others meanwhile.
      await writeFile(filler, Buffer.alloc(bytes), { flag: 'a' }).catch(() => {})
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', ['-l', path])
      await rm(path, { recursive: true, force: true })
    },
  }
}
