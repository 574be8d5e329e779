/** Files that the command line sends in parts. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect } from 'vitest'
import { service } from './command.ts'
import { makeFolder } from './folder.ts'
import { until } from './until.ts'

export const MiB = 1024 * 1024
export const partBytes = 16 * MiB
/** As many parts as are under way at a time. */
export const mostAgain = 4 * partBytes

/** Sparse, so that it takes no space. */
export async function makeLargeFile(bytes: number): Promise<string> {
  const path = join(await makeFolder(), 'call.mp4')
  const file = await open(path, 'w')
  try {
    await file.truncate(bytes)
    // Every part is different, so that one in place of another is noticed.
    for (let at = 0; at < bytes; at += partBytes) await file.write(randomBytes(1000), 0, 1000, at)
  } finally {
    await file.close()
  }
  return path
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export async function filesOf(projectId: number) {
  const found = []
  for await (const file of service().files.iterate({ projectId })) found.push(file)
  return found
}

/** The file that the worker got is the one on disk. */
export async function expectArrived(projectId: number, path: string): Promise<void> {
  const files = (await filesOf(projectId)).filter(({ status }) => status !== 'pending_upload')
  expect(files).toHaveLength(1)
  const key = files[0]?.wav_key ?? ''
  const sha256 = await hashOf(path)
  await until(async () => {
    const found = (await service().files.status(key, { include: ['details'] })).sha256
    if (found !== null) expect(found).toBe(sha256)
    return found !== null
  }, 600)
}
