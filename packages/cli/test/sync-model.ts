/** Files with numbered versions, and a comparison of what was imported with them. */
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeBmp } from '../../../acceptance/harness/samples.ts'
import { service } from './command.ts'

export interface VersionedFiles {
  /** Writes the next version of a file, which differs from all others in size and content. */
  write(path: string): Promise<void>
  remove(path: string): Promise<void>
  readonly paths: string[]
  /** What exists now must have been imported. */
  expectCurrent(): void
  compare(projectId: number): Promise<SyncResult>
}

export interface SyncResult {
  /** That had to be imported, because a sync succeeded while they existed. */
  versions: number
  imported: number
  duplicates: number
  /** Had to be imported and were not. */
  missing: string[]
  /** Imported, but never written like that. */
  unknown: string[]
}

export function createVersionedFiles(folder: string): VersionedFiles {
  const current = new Map<string, string>()
  const known = new Map<string, string>()
  const expected = new Set<string>()
  let count = 0
  return {
    async write(path) {
      count += 1
      // Images, because they are processed much faster than documents.
      const image = makeBmp(20, 20 + count)
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), image)
      const hash = createHash('sha256').update(image).digest('hex')
      known.set(hash, `${path} ${count}`)
      current.set(path, hash)
    },
    async remove(path) {
      await rm(join(folder, path))
      current.delete(path)
    },
    get paths() {
      return [...current.keys()]
    },
    expectCurrent() {
      for (const hash of current.values()) expected.add(hash)
    },
    async compare(projectId) {
      const hashes = await importedHashes(projectId)
      const distinct = new Set(hashes)
      const name = (hash: string) => known.get(hash) ?? hash
      return {
        versions: expected.size,
        imported: hashes.length,
        duplicates: hashes.length - distinct.size,
        missing: [...expected].filter((hash) => !distinct.has(hash)).map(name),
        unknown: [...distinct].filter((hash) => !known.has(hash)),
      }
    },
  }
}

/** Of everything that was accepted, whatever its state. */
async function importedHashes(projectId: number): Promise<string[]> {
  const inlet = service()
  const hashes: string[] = []
  for await (const { wav_key, status } of inlet.files.iterate({ projectId })) {
    if (status === 'pending_upload') continue
    const { sha256 } = await inlet.files.status(wav_key, { include: ['details'] })
    hashes.push(sha256 ?? `no hash of ${wav_key}`)
  }
  return hashes
}
