/** Runs in the sandbox: inspects a file and prints the result as JSON. Arguments: the file. */

import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { guessEncoding, sampleBytes } from '../text/encoding.ts'
import { CompoundFileError } from './compound-file.ts'
import { summarizeCompoundFile } from './compound-summary.ts'
import type { Inspection } from './inspection.ts'
import { readZipDirectory, ZipError } from './zip-directory.ts'
import { summarizeZip } from './zip-summary.ts'

/** Viewers accept a PDF header within the first kilobyte. */
const pdfHeaderWithinBytes = 1024

async function inspect(path: string): Promise<Inspection> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    const start = buffer.subarray(0, bytesRead)
    const type = await fileTypeFromFile(path).catch(() => undefined)
    return {
      fileType: type?.mime ?? null,
      zip: start.toString('latin1', 0, 2) === 'PK' ? await inspectZip(file) : null,
      compound: start.toString('hex', 0, 4) === 'd0cf11e0' ? await inspectCompound(file) : null,
      isText: guessEncoding(start) !== null,
      hasPdfHeader: start.subarray(0, pdfHeaderWithinBytes).includes('%PDF-'),
    }
  } finally {
    await file.close()
  }
}

async function inspectZip(file: FileHandle): Promise<Inspection['zip']> {
  try {
    return summarizeZip(await readZipDirectory(file))
  } catch (error) {
    if (error instanceof ZipError) return 'damaged'
    throw error
  }
}

async function inspectCompound(file: FileHandle): Promise<Inspection['compound']> {
  try {
    return await summarizeCompoundFile(file)
  } catch (error) {
    if (error instanceof CompoundFileError) return 'damaged'
    throw error
  }
}

process.stdout.write(JSON.stringify(await inspect(process.argv[2] ?? '')))
