/** Hashes files in a web worker, so that large files do not block the page. */
import { readBlob } from './read-blob.ts'
import { createSha256 } from './sha256.ts'

addEventListener('message', ({ data }: MessageEvent<readonly Blob[]>) => {
  hashAll(data).then(
    (hashes) => postMessage(hashes),
    () => postMessage(undefined),
  )
})

async function hashAll(files: readonly Blob[]): Promise<string[]> {
  const hashes: string[] = []
  for (const file of files) {
    const hash = createSha256()
    for await (const chunk of readBlob(file)) hash.update(chunk)
    hashes.push(hash.digest())
  }
  return hashes
}
