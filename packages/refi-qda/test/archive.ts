/** Archives in a folder that is deleted after the test. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { onTestFinished } from 'vitest'
import { ZipFile } from 'yazl'

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-qdpx-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the path of an archive with these files, in their order. */
export async function pack(
  files: Iterable<readonly [name: string, content: string | Buffer]>,
): Promise<string> {
  const path = join(await makeFolder(), 'test.qdpx')
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}
