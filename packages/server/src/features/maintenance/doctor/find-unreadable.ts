/** Finds what another user of this machine cannot read, from the permissions of the path and the folders above it. */
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const othersRead = 0o004
const othersEnter = 0o001

/** The first file or folder that keeps other users out; undefined if they can read all paths. */
export async function findUnreadable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    for (const folder of foldersAbove(path)) {
      if (((await stat(folder)).mode & othersEnter) === 0) return folder
    }
    if (((await stat(path)).mode & othersRead) === 0) return path
  }
  return undefined
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === path ? [] : [...foldersAbove(folder), folder]
}
