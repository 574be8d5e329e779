/** Lists the files of a source. */
import { usageError } from '../errors.ts'
import type { Rclone } from './rclone.ts'
import { RcloneError } from './rclone-error.ts'
import { type RemoteFile, readItem } from './remote-file.ts'
import { pathIn, type Source } from './source.ts'

export interface Listing {
  files: RemoteFile[]
  /** Why some folders are missing, such as one that cannot be opened. */
  error?: RcloneError
}

export interface SourceReader {
  /** Throws an RcloneError if nothing can be listed. */
  list(signal: AbortSignal): Promise<Listing>
  /** Undefined if it no longer exists. */
  look(path: string, signal: AbortSignal): Promise<RemoteFile | undefined>
  content(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>
}

interface Features {
  Features: { SlowModTime: boolean; IsLocal: boolean }
}

/** Nothing is read before the first call. */
export function openSource(rclone: Rclone, source: Source, followLinks: boolean): SourceReader {
  let known: Promise<ReadFlags> | undefined

  /** Once; again after a failure. */
  function flagsOf(signal: AbortSignal): Promise<ReadFlags> {
    known ??= readFlags(rclone, source, { followLinks, signal }).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  return {
    async list(signal) {
      const { list } = await flagsOf(signal)
      const args = ['lsjson', '--recursive', '--files-only', ...list, '--', source.spec]
      return readListing(rclone.lines(args, signal))
    },
    async look(path, signal) {
      const { list } = await flagsOf(signal)
      try {
        const text = await rclone.text(['lsjson', '--stat', ...list, '--', pathIn(source.spec, path)], signal)
        const found = readStat(text)
        return found && { ...found, path }
      } catch (error) {
        if (error instanceof RcloneError && error.code === 'source_not_found') return undefined
        throw error
      }
    },
    async *content(path, signal) {
      const { read } = await flagsOf(signal)
      yield* rclone.bytes(['cat', ...read, '--', pathIn(source.spec, path)], signal)
    },
  }
}

interface ReadFlags {
  read: string[]
  list: string[]
}

/** Checks also that the source is a folder. */
async function readFlags(
  rclone: Rclone,
  source: Source,
  { followLinks, signal }: { followLinks: boolean; signal: AbortSignal },
): Promise<ReadFlags> {
  const text = await rclone.text(['lsjson', '--stat', '--no-mimetype', '--', source.spec], signal)
  if (readStat(text))
    throw usageError(`${source.label} is a file. Give the folder that contains it, and --include "NAME".`)
  const described = await rclone.text(['backend', 'features', '--', source.spec], signal)
  const { SlowModTime, IsLocal } = (JSON.parse(described) as Features).Features
  // Remotes other than local folders follow links by themselves.
  const read = IsLocal ? [followLinks ? '--copy-links' : '--skip-links'] : []
  // Where a modification time takes a request per file, as in S3, the time of the upload is used.
  return { read, list: [...read, '--no-mimetype', ...(SlowModTime ? ['--use-server-modtime'] : [])] }
}

/** Undefined if there is nothing, or a folder. */
function readStat(text: string): RemoteFile | undefined {
  return text.trim() === 'null' ? undefined : readItem(text)
}

/** One item per line. rclone goes on after an error in one folder, and ends with it. */
async function readListing(lines: AsyncIterable<string>): Promise<Listing> {
  const files: RemoteFile[] = []
  try {
    for await (const line of lines) {
      if (!line.startsWith('{')) continue
      const file = readItem(line.replace(/,$/, ''))
      if (file) files.push(file)
    }
  } catch (error) {
    if (!(error instanceof RcloneError) || files.length === 0) throw error
    return { files, error }
  }
  return { files }
}
