/** Finds which files were imported before. If it cannot be found out, they count as new: an upload must not wait for it. */
import { type Duplicate, maxComparedFiles, findDuplicates as route } from '@inlet/contract/workspace'
import { call } from '../api/call.ts'

const answerMs = 10_000

export async function findDuplicates(
  files: readonly File[],
  projectId: number,
): Promise<ReadonlyMap<File, Duplicate>> {
  const found = new Map<File, Duplicate>()
  try {
    if (!navigator.onLine) return found
    for (let at = 0; at < files.length; at += maxComparedFiles)
      await compare(files.slice(at, at + maxComparedFiles), projectId, found)
  } catch {
    // The network or a file could not be read; the upload says why.
  }
  return found
}

/** Only files whose size is known are hashed, which few are. */
async function compare(
  files: readonly File[],
  projectId: number,
  found: Map<File, Duplicate>,
): Promise<void> {
  const filled = files.filter(({ size }) => size > 0)
  if (filled.length === 0) return
  const { sizes } = await ask({ files: filled.map(({ size }) => ({ size_bytes: size })) })
  const candidates = filled.filter(({ size }) => sizes.includes(size))
  if (candidates.length === 0) return
  const hashes = await hashFiles(candidates)
  const contents = candidates.map(({ size }, place) => ({ size_bytes: size, sha256: hashes[place] ?? '' }))
  const { duplicates } = await ask({ files: contents, project_id: projectId })
  const byHash = new Map(duplicates.map((duplicate) => [duplicate.sha256, duplicate]))
  for (const [place, file] of candidates.entries()) {
    const duplicate = byHash.get(hashes[place] ?? '')
    if (duplicate) found.set(file, duplicate)
  }
}

const ask = (body: { files: { size_bytes: number; sha256?: string }[]; project_id?: number }) =>
  call(route, { body }, { signal: AbortSignal.timeout(answerMs) })

function hashFiles(files: readonly File[]): Promise<string[]> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module', name: 'hash' })
  return new Promise<string[]>((resolve, reject) => {
    const fail = () => reject(new Error('The files could not be read.'))
    worker.addEventListener('error', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<string[] | undefined>) =>
      data ? resolve(data) : fail(),
    )
    worker.postMessage(files)
  }).finally(() => worker.terminate())
}
