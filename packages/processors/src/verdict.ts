/** A verdict on a file is worth nothing if the machine ran out of space meanwhile. */

import type { FailureCode, Result } from './failures.ts'
import type { FreeSpace } from './sandbox/disk.ts'
import { isShortOf, readFreeSpace } from './sandbox/disk.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { SandboxError } from './sandbox/sandbox.ts'

const intervalMs = 200

/** Based on counts and sizes, which do not depend on what a program could write. */
const independentCodes = new Set<FailureCode>(['file_empty', 'unsupported', 'too_complex', 'nothing_left'])

/**
 * Returns the result of `process`, except for a failure while the disk was short of space: converters describe a full disk in
 * many words, or not at all, and some exit with 0.
 * @throws SandboxError `no_space`
 */
export async function withReliableVerdict<T extends object>(
  { sandbox, workDir }: { readonly sandbox: Sandbox; readonly workDir: string },
  process: () => Promise<Result<T>>,
): Promise<Result<T>> {
  let least: FreeSpace = { bytes: Number.POSITIVE_INFINITY, inodes: Number.POSITIVE_INFINITY }
  const look = async () => {
    const { bytes, inodes } = await readFreeSpace(workDir)
    least = { bytes: Math.min(least.bytes, bytes), inodes: Math.min(least.inodes, inodes) }
  }
  // A failed look is repeated at the next interval.
  const timer = setInterval(() => void look().catch(() => {}), intervalMs)
  try {
    const result = await process()
    if (result.ok || independentCodes.has(result.failure.code)) return result
    await look()
    if (!isShortOf(least, sandbox.minFreeBytes)) return result
    throw new SandboxError(
      'no_space',
      `the file failed (${result.failure.code}) while the disk of the work directory had only ${Math.round(least.bytes / 1024 ** 2)} MB and ${least.inodes} inodes free`,
    )
  } finally {
    clearInterval(timer)
  }
}
