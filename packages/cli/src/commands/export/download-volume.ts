/** Downloads a volume of an export, continues a download that was interrupted, and verifies its checksum. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExportVolume, Inlet } from '@inlet/sdk'
import { CliError } from '../../errors.ts'

export interface VolumeTarget {
  exportKey: string
  name: string
  directory: string
}

const attempts = 8
const pauseMs = 2_000
/** How long a download may stall before the connection counts as dead. */
const stallMs = 60_000

/** False when the archive was there already. */
export async function downloadVolume(
  inlet: Inlet,
  { exportKey, name, directory }: VolumeTarget,
): Promise<boolean> {
  const path = join(directory, name)
  const partial = `${path}.part`
  let problem: unknown
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await sleep(pauseMs)
    // URLs expire after an hour, so each attempt uses a new one.
    const volume = await findVolume(inlet, exportKey, name)
    if (await isWhole(path, volume)) return false
    try {
      await fetchRest(inlet, volume, partial)
    } catch (error) {
      problem = error
      continue
    }
    if (await isWhole(partial, volume)) {
      await rename(partial, path)
      return true
    }
    problem = new CliError(
      `The SHA-256 of ${name} does not match the one that the service reports. Run the command again to download it again.`,
      {
        code: 'wrong_checksum',
      },
    )
    await rm(partial, { force: true })
  }
  throw problem instanceof CliError
    ? problem
    : new CliError(
        `${name} could not be downloaded: ${String(problem)}. Run the command again to continue.`,
        {
          code: 'not_downloaded',
          cause: problem,
        },
      )
}

async function findVolume(inlet: Inlet, exportKey: string, name: string): Promise<ExportVolume> {
  const { volumes } = await inlet.exports.get(exportKey)
  const volume = volumes.find((one) => one.name === name)
  if (!volume) throw new CliError('The export was deleted meanwhile. Run the command again to start another.')
  if (volume.url === null)
    throw new CliError('The export contains names and e-mail addresses. Use a key with participant:read.', {
      code: 'insufficient_scope',
    })
  return volume
}

async function fetchRest(inlet: Inlet, volume: ExportVolume, path: string): Promise<void> {
  const have = await sizeOf(path)
  // A part that is too long is not of this volume.
  const from = have > volume.size_bytes ? 0 : have
  if (from === volume.size_bytes && from > 0) return
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(new Error('the download stalled')), stallMs)
  try {
    const response = await inlet.exports.download(volume, { from, signal: stalled.signal })
    const isContinued = response.status === 206
    if (!response.ok || !response.body) throw new Error(`the store answered ${response.status}`)
    await pipeline(
      Readable.fromWeb(response.body as ReadableStream),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          timer.refresh()
          yield chunk
        }
      },
      createWriteStream(path, { flags: isContinued ? 'a' : 'w' }),
    )
  } finally {
    clearTimeout(timer)
  }
}

async function isWhole(path: string, { size_bytes, sha256 }: ExportVolume): Promise<boolean> {
  if ((await sizeOf(path)) !== size_bytes) return false
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === sha256
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}
