/** Pairs recordings with their transcripts: files of the same name in the same folder. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { maxTranscriptBytes, readTranscript, sidecarNames } from '@inlet/transcripts'
import type { FoundFile } from './find-files.ts'
import { kindOf } from './kinds.ts'

/** Transcripts by the paths of their recordings. */
export type Transcripts = ReadonlyMap<string, FoundFile>

export const noTranscripts: Transcripts = new Map()

export interface TranscriptPairing {
  pair(files: readonly FoundFile[]): Promise<Transcripts>
}

/** Remembers what it has read, because `inlet watch` looks at the same files again and again. */
export function createTranscriptPairing(): TranscriptPairing {
  const known = new Map<string, { bytes: number; isTranscript: boolean }>()

  /** A text or document of the same name may be something else, such as notes. */
  async function isTranscript({ path, name, bytes }: FoundFile): Promise<boolean> {
    const before = known.get(path)
    if (before?.bytes === bytes) return before.isTranscript
    const read = bytes > maxTranscriptBytes ? undefined : await readFile(path).catch(() => undefined)
    const isRead = read !== undefined && (await readTranscript(read, { fileName: name })).ok
    known.set(path, { bytes, isTranscript: isRead })
    return isRead
  }

  return {
    async pair(files) {
      const byPath = new Map(files.map((file) => [file.path.toLowerCase(), file]))
      const pairs = new Map<string, FoundFile>()
      for (const recording of files) {
        const kind = kindOf(recording.name)
        if (kind !== 'audio' && kind !== 'video') continue
        for (const name of sidecarNames(recording.name)) {
          const transcript = byPath.get(join(dirname(recording.path), name).toLowerCase())
          if (!transcript || !(await isTranscript(transcript))) continue
          pairs.set(recording.path, transcript)
          break
        }
      }
      return pairs
    },
  }
}
