/** Archives that no export writes, and reading archives in memory. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl, { type Entry } from 'yauzl'
import { ZipFile } from 'yazl'

export type Files = ReadonlyMap<string, Buffer>

export function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of files) zip.addBuffer(content, path)
  zip.end()
  return buffer(zip.outputStream as Readable)
}

export async function unzip(archive: Buffer): Promise<Files> {
  const zip = await yauzl.fromBufferPromise(archive)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>)
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}
