/** Decides from its directory whether a zip is safe to unpack. */

import type { ZipEntry } from './zip-directory.ts'

const mebibyte = 1024 ** 2

/**
 * Ordinary XML compresses 10 to 30 times, blank sheets up to 100. Small parts are exempt, because a few repeated lines
 * compress arbitrarily well. If the directory is forged, the limits of the sandbox still apply.
 */
const maxEntries = 10_000
const maxUnpackedBytes = 2048 * mebibyte
const maxRatio = 200
const ratioMattersFromBytes = 10 * mebibyte
/** Markup is parsed into a tree many times its size. Pictures and videos are not, so they may be large. */
const maxMarkupBytes = 200 * mebibyte

export type ZipSummary = {
  readonly isTooLarge: boolean
  readonly isEncrypted: boolean
  /** The top-level names, which distinguish a document from a workbook. */
  readonly topNames: readonly string[]
}

export function summarizeZip(entries: readonly ZipEntry[]): ZipSummary {
  return {
    isTooLarge: isTooLarge(entries),
    isEncrypted: entries.some((entry) => entry.isEncrypted),
    topNames: [...new Set(entries.slice(0, maxEntries).map((entry) => topName(entry.name)))].slice(0, 100),
  }
}

function isTooLarge(entries: readonly ZipEntry[]): boolean {
  if (entries.length > maxEntries) return true
  const unpackedBytes = sum(entries, (entry) => entry.unpackedBytes)
  const packedBytes = sum(entries, (entry) => entry.packedBytes)
  if (unpackedBytes > maxUnpackedBytes || isBomb(packedBytes, unpackedBytes)) return true
  return entries.some(
    (entry) =>
      isBomb(entry.packedBytes, entry.unpackedBytes) ||
      (isMarkup(entry.name) && entry.unpackedBytes > maxMarkupBytes),
  )
}

function isBomb(packedBytes: number, unpackedBytes: number): boolean {
  return unpackedBytes > ratioMattersFromBytes && unpackedBytes > packedBytes * maxRatio
}

function isMarkup(name: string): boolean {
  return /\.(xml|rels|vml)$/i.test(name)
}

function topName(name: string): string {
  const path = name.replace(/^\/+/, '')
  const slash = path.indexOf('/')
  return slash < 0 ? path : path.slice(0, slash + 1)
}

function sum(entries: readonly ZipEntry[], size: (entry: ZipEntry) => number): number {
  return entries.reduce((total, entry) => total + size(entry), 0)
}
