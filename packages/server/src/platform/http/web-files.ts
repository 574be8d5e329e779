/**
 * The paths of the built workspace's files, e.g. `/assets/index-1a2b.js`, listed once at start. A file is served only
 * if its whole path is in this list, so no path can reach anything else.
 */
import { type Dirent, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Precompressed by the build; sent in place of the plain file, never under a path of their own. */
const compressedCopy = /\.(br|gz)$/

/** Empty when the folder does not exist. */
export function listWebFiles(folder: string): Set<string> {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set()
    throw error
  }
  // Symbolic links are left out: they may point outside the folder.
  const paths = entries
    .filter((entry) => entry.isFile() && !compressedCopy.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return new Set(paths.map((path) => `/${path.split(sep).join('/')}`))
}
