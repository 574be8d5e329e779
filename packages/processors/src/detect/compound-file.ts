/**
 * Reads the directory of an OLE compound file, the container of .doc, .xls and .ppt: a small file system of sectors
 * chained by an allocation table (MS-CFB). Every chain is bounded, because hostile files contain loops.
 */

import type { FileHandle } from 'node:fs/promises'

export class CompoundFileError extends Error {
  override readonly name = 'CompoundFileError'
}

export type CompoundStream = { readonly name: string; readonly firstSector: number; readonly bytes: number }

export type CompoundFile = {
  readonly streams: readonly CompoundStream[]
  /** The beginning of a stream, at most one sector. */
  readStart(stream: CompoundStream): Promise<Buffer>
}

const headerBytes = 512
const signature = 'd0cf11e0a1b11ae1'
const entryBytes = 128
const streamType = 2
const rootType = 5
const miniSectorBytes = 64
/** Smaller streams are stored in the root stream, in sectors of 64 bytes. */
const miniStreamBelowBytes = 4096
const maxDirectorySectors = 2048
const maxMiniStreamSteps = 65_536
/** Sector numbers from here on are markers: end of chain, free, table. */
const firstMark = 0xfffffff0

/** @throws CompoundFileError if the file is truncated or not a compound file. */
export async function openCompoundFile(file: FileHandle): Promise<CompoundFile> {
  const header = await readAt(file, 0, headerBytes)
  if (header.toString('hex', 0, 8) !== signature) throw new CompoundFileError('no signature')
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new CompoundFileError('unknown sector size')
  const sectors = new Sectors(file, header, 2 ** shift)

  const streams: CompoundStream[] = []
  let root: CompoundStream | null = null
  let steps = 0
  for await (const sector of sectors.chain(header.readUInt32LE(48))) {
    steps += 1
    if (steps > maxDirectorySectors) break
    const table = await sectors.read(sector)
    for (let at = 0; at < table.length; at += entryBytes) {
      const type = table.readUInt8(at + 66)
      if (type === streamType) streams.push(readEntry(table, at))
      if (type === rootType) root = readEntry(table, at)
    }
  }
  if (root === null) throw new CompoundFileError('no root entry')
  const miniStart = root.firstSector
  return {
    streams,
    readStart: (stream) =>
      stream.bytes < miniStreamBelowBytes
        ? sectors.readMini(miniStart, stream.firstSector)
        : sectors.read(stream.firstSector),
  }
}

function readEntry(table: Buffer, at: number): CompoundStream {
  const nameBytes = Math.min(64, Math.max(2, table.readUInt16LE(at + 64)))
  return {
    name: table.toString('utf16le', at, at + nameBytes - 2),
    firstSector: table.readUInt32LE(at + 116),
    bytes: table.readUInt32LE(at + 120),
  }
}

class Sectors {
  readonly #file: FileHandle
  readonly #header: Buffer
  readonly #bytes: number

  constructor(file: FileHandle, header: Buffer, bytes: number) {
    this.#file = file
    this.#header = header
    this.#bytes = bytes
  }

  read(sector: number): Promise<Buffer> {
    return readAt(this.#file, (sector + 1) * this.#bytes, this.#bytes)
  }

  async *chain(first: number): AsyncGenerator<number> {
    for (let sector = first; sector < firstMark; sector = await this.#next(sector)) yield sector
  }

  async readMini(miniStart: number, miniSector: number): Promise<Buffer> {
    const offset = miniSector * miniSectorBytes
    let left = Math.floor(offset / this.#bytes)
    if (left > maxMiniStreamSteps) throw new CompoundFileError('mini stream out of bounds')
    for await (const sector of this.chain(miniStart)) {
      if (left === 0) return (await this.read(sector)).subarray(offset % this.#bytes)
      left -= 1
    }
    throw new CompoundFileError('mini stream is truncated')
  }

  async #next(sector: number): Promise<number> {
    const perSector = this.#bytes / 4
    const table = await this.read(await this.#tableSector(Math.floor(sector / perSector)))
    return table.readUInt32LE((sector % perSector) * 4)
  }

  /** The header lists the first 109 sectors of the allocation table; a chain lists the others. */
  async #tableSector(index: number): Promise<number> {
    const inHeader = 109
    if (index < inHeader) return this.#header.readUInt32LE(76 + index * 4)
    const perSector = this.#bytes / 4 - 1
    let list = await this.read(this.#header.readUInt32LE(68))
    for (let left = Math.floor((index - inHeader) / perSector); left > 0; left -= 1) {
      list = await this.read(list.readUInt32LE(perSector * 4))
    }
    return list.readUInt32LE(((index - inHeader) % perSector) * 4)
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead < length) throw new CompoundFileError('file is truncated')
  return buffer
}
