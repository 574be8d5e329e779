/** Reads the central directory of a zip file without unpacking entries. */

import type { FileHandle } from 'node:fs/promises'

export type ZipEntry = {
  readonly name: string
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly isEncrypted: boolean
}

export class ZipError extends Error {
  override readonly name = 'ZipError'
}

const endSignature = 0x06054b50
const endBytes = 22
const maxCommentBytes = 0xffff
const end64Signature = 0x06064b50
const locator64Signature = 0x07064b50
const locator64Bytes = 20
const entrySignature = 0x02014b50
const entryBytes = 46
/** Far above any office document; a larger directory is an attack on memory. */
const maxDirectoryBytes = 16 * 1024 * 1024

/** @throws ZipError if the file is truncated or not a zip. */
export async function readZipDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat()
  const { offset, bytes } = await locateDirectory(file, size)
  if (bytes > maxDirectoryBytes || offset + bytes > size) throw new ZipError('directory out of bounds')
  return parseEntries(await readAt(file, offset, bytes))
}

async function locateDirectory(file: FileHandle, size: number): Promise<{ offset: number; bytes: number }> {
  const tailStart = Math.max(0, size - endBytes - maxCommentBytes)
  const tail = await readAt(file, tailStart, size - tailStart)
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    const bytes = tail.readUInt32LE(at + 12)
    const offset = tail.readUInt32LE(at + 16)
    const isLarge = bytes === 0xffffffff || offset === 0xffffffff
    return isLarge ? locateLargeDirectory(file, tailStart + at) : { offset, bytes }
  }
  throw new ZipError('no end of directory')
}

/** Zip64: the locator before the end record points to the record with the actual values. */
async function locateLargeDirectory(
  file: FileHandle,
  endOffset: number,
): Promise<{ offset: number; bytes: number }> {
  const locator = await readAt(file, endOffset - locator64Bytes, locator64Bytes)
  if (locator.readUInt32LE(0) !== locator64Signature) throw new ZipError('no zip64 locator')
  const end = await readAt(file, toNumber(locator.readBigUInt64LE(8)), 56)
  if (end.readUInt32LE(0) !== end64Signature) throw new ZipError('no zip64 end of directory')
  return { bytes: toNumber(end.readBigUInt64LE(40)), offset: toNumber(end.readBigUInt64LE(48)) }
}

function parseEntries(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (at + entryBytes <= directory.length && directory.readUInt32LE(at) === entrySignature) {
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    if (extraEnd > directory.length) throw new ZipError('entry out of bounds')
    const sizes = {
      unpackedBytes: directory.readUInt32LE(at + 24),
      packedBytes: directory.readUInt32LE(at + 20),
    }
    entries.push({
      // Some writers use backslashes.
      name: directory.toString('utf8', at + entryBytes, nameEnd).replaceAll('\\', '/'),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      ...withLargeSizes(sizes, directory.subarray(nameEnd, extraEnd)),
    })
    at = extraEnd + directory.readUInt16LE(at + 32)
  }
  if (entries.length === 0) throw new ZipError('no entries')
  return entries
}

type Sizes = { unpackedBytes: number; packedBytes: number }

/** Zip64: a size of all ones is stored in the extra field, unpacked before packed. */
function withLargeSizes(sizes: Sizes, extra: Buffer): Sizes {
  const large = { ...sizes }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let value = at + 4
    for (const key of ['unpackedBytes', 'packedBytes'] as const) {
      if (sizes[key] !== 0xffffffff) continue
      if (value + 8 > extra.length) throw new ZipError('zip64 field out of bounds')
      large[key] = toNumber(extra.readBigUInt64LE(value))
      value += 8
    }
  }
  return large
}

function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ZipError('number out of bounds')
  return Number(value)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw new ZipError('offset out of bounds')
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead < length) throw new ZipError('file is truncated')
  return buffer
}
