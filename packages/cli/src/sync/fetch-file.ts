/**
 * Copies versions of files to a temporary folder, from where they are sent. A copy has its final name only if it is
 * complete and the file was the same version before and after, so an interrupted upload can use it in the next run.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileProblem } from '../imports/file-problem.ts'
import { pause } from '../imports/retry.ts'
import { formatBytes } from '../output/format.ts'
import type { SourceReader } from './list-source.ts'
import { RcloneError } from './rclone-error.ts'
import { isSameVersion, type RemoteFile } from './remote-file.ts'
import { createTempSpace } from './temp-space.ts'

export interface Fetcher {
  /** The path of the copy, whether or not it exists. */
  pathOf(externalId: string): string
  /** Copies it, unless the copy is complete. */
  fetch(file: RemoteFile, target: string): Promise<void>
  /** Deletes a copy. */
  release(file: RemoteFile, target: string): Promise<void>
}

/** While a source is down, files fail at once instead of one after another. */
const outageMs = 30_000
const retryPausesMs = [1000, 5000, 15_000]
/** Stays free for other programs. */
const reserveBytes = 100 * 1024 * 1024

export interface FetcherOptions {
  folder: string
  /** Of all copies together. */
  limitBytes: number
  signal: AbortSignal
}

export function createFetcher(reader: SourceReader, { folder, limitBytes, signal }: FetcherOptions): Fetcher {
  const space = createTempSpace(limitBytes)
  const held = new Set<string>()
  let outage: { until: number; error: RcloneError } | undefined

  async function copyOnce(file: RemoteFile, target: string): Promise<void> {
    const part = `${target}.${randomUUID()}.part`
    try {
      await writeAll(reader.content(file.path, signal), part, file.bytes)
      const now = await reader.look(file.path, signal)
      if (!now || !isSameVersion(now, file)) throw changed()
      await utimes(part, file.modified, file.modified)
      await rename(part, target)
    } finally {
      await rm(part, { force: true })
    }
  }

  async function copy(file: RemoteFile, target: string): Promise<void> {
    for (let i = 0; ; i += 1) {
      if (outage && performance.now() < outage.until) throw problemOf(outage.error)
      try {
        return await copyOnce(file, target)
      } catch (error) {
        if (!(error instanceof RcloneError)) throw error
        const pauseMs = retryPausesMs[i]
        if (!error.isTransient || pauseMs === undefined) {
          if (error.isTransient) outage = { until: performance.now() + outageMs, error }
          throw problemOf(error)
        }
        await pause(pauseMs, signal)
        signal.throwIfAborted()
      }
    }
  }

  return {
    pathOf: (externalId) => join(folder, externalId),
    async fetch(file, target) {
      if (!held.has(target)) {
        await space.take(file.bytes, signal)
        held.add(target)
      }
      if (await isComplete(target, file)) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await checkFreeSpace(folder, file.bytes)
      await copy(file, target)
    },
    async release(file, target) {
      await rm(target, { force: true })
      if (held.delete(target)) space.give(file.bytes)
    },
  }
}

/** Deletes what earlier runs left behind, except for copies that this run can use. */
export async function cleanFolder(folder: string, isUseful: (externalId: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (!isUseful(name)) await rm(join(folder, name), { force: true })
}

async function isComplete(target: string, { bytes, modified }: RemoteFile): Promise<boolean> {
  const found = await stat(target).catch(() => undefined)
  return found !== undefined && found.size === bytes && Math.floor(found.mtimeMs / 1000) === modified
}

/** Stops at the first byte too many: such a file has changed since it was listed. */
async function writeAll(content: AsyncIterable<Uint8Array>, path: string, bytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    let written = 0
    for await (const piece of content) {
      written += piece.length
      if (written > bytes) throw changed()
      await file.writeFile(piece)
    }
    if (written < bytes) throw changed()
    // A copy that is renamed after a power failure must not be empty.
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function checkFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (bytes + reserveBytes <= free) return
  throw new FileProblem(
    `needs ${formatBytes(bytes)} of temporary space, but ${dirname(folder)} has ${formatBytes(free)} free. Free some, or choose another folder with --temp-dir`,
  )
}

function changed(): FileProblem {
  return new FileProblem('changed while it was read. The next run imports its new version')
}

/** Of this file: others may be readable. */
function problemOf(error: RcloneError): FileProblem {
  if (error.code === 'source_not_found')
    return new FileProblem('was removed from the source before it was imported')
  return new FileProblem(error.message.replace(/\.$/, ''))
}
