// One process at a time starts or stops services of a folder. The kernel holds the lock, so it cannot go stale.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from './errors.ts'

const waitSeconds = 180

export async function withLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    await using file = await openLockFile(lockFile)
    await lockExclusively(file.fd, lockFile)
    // A wipe may have removed the file while we waited; then no other process can see our lock.
    const [held, visible] = [await file.stat(), await stat(lockFile).catch(() => undefined)]
    if (held.ino === visible?.ino) return await work()
  }
}

async function openLockFile(lockFile: string) {
  const dir = dirname(lockFile)
  try {
    // Traversable but not readable, because PostgreSQL may run as another user in a folder below.
    await mkdir(dir, { recursive: true, mode: 0o711 })
    return await open(lockFile, 'a', 0o600)
  } catch (cause) {
    throw new ServiceError(`${dir} is not writable; check whether it belongs to another user`, { cause })
  }
}

/** `flock` locks the open file of descriptor 3, which it shares with us, so we keep the lock after it exits. */
async function lockExclusively(fd: number, lockFile: string): Promise<void> {
  const child = spawn('flock', ['--wait', String(waitSeconds), '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
  })
  await once(child, 'exit')
  if (child.exitCode !== 0)
    throw new ServiceError(`another start or stop has held ${lockFile} for ${waitSeconds} s`)
}
