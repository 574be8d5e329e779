/** All files of an archive, in memory. */
import type { Entry } from 'yauzl'
import yauzl from 'yauzl'
import type { PackedFile } from './checked-project.ts'

export async function readFiles(path: string): Promise<Map<string, PackedFile>> {
  const zip = await yauzl.openPromise(path)
  const files = new Map<string, PackedFile>()
  try {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      const chunks: Buffer[] = []
      const stream = await zip.openReadStreamPromise(entry)
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
      files.set(entry.fileName, {
        bytes: Buffer.concat(chunks),
        method: entry.compressionMethod,
        isEncrypted: entry.isEncrypted(),
      })
    }
  } finally {
    zip.close()
  }
  return files
}
