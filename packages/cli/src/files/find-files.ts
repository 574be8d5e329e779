/** Finds the files for the paths of a command line: folders recursively, in natural order, each file once. */
import type { Dirent, Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { usageError } from '../errors.ts'
import { isGlob, parseGlob } from './globs.ts'
import { type IgnoreRules, ignoreRules } from './ignore-rules.ts'

export interface FoundFile {
  /** Absolute. */
  path: string
  /** For messages: relative to the working directory where that is shorter. */
  displayPath: string
  name: string
  bytes: number
}

/** A path that is not imported, and why. */
export interface SkippedFile {
  displayPath: string
  reason: string
}

export interface Found {
  files: FoundFile[]
  /** To be reported. */
  skipped: SkippedFile[]
  /** Counts of files that were excluded on purpose. */
  hidden: number
  ignored: number
}

export interface FindOptions {
  ignore?: readonly string[] | undefined
  followLinks?: boolean | undefined
}

export async function findFiles(paths: readonly string[], options: FindOptions = {}): Promise<Found> {
  const finder = createFinder(options)
  for (const path of paths) await finder.add(path)
  return finder.found
}

function createFinder({ ignore = [], followLinks = false }: FindOptions) {
  const found: Found = { files: [], skipped: [], hidden: 0, ignored: 0 }
  const seen = new Set<string>()
  const leaveOut = (path: string, reason: string) => found.skipped.push({ displayPath: show(path), reason })

  function addFile(path: string, { size }: Stats): void {
    if (seen.has(path)) return
    seen.add(path)
    found.files.push({ path, displayPath: show(path), name: basename(path), bytes: size })
  }

  /** `above` are the real paths of the parent folders, so that a link to one of them is not followed. */
  async function addFolder(
    folder: string,
    given: IgnoreRules,
    above: readonly string[],
    isWanted: (path: string) => boolean,
  ): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined)
    if (!entries) return void leaveOut(folder, 'cannot be opened')
    const rules = await given.within(folder)
    for (const entry of entries.sort(byName)) {
      const path = join(folder, entry.name)
      if (entry.name.startsWith('.')) {
        found.hidden += 1
        continue
      }
      const target = await look(path, entry)
      if (!target) continue
      if (rules.isIgnored(path, target.isDirectory())) found.ignored += 1
      else if (target.isDirectory()) {
        const real = await realpath(path)
        if (above.includes(real)) leaveOut(path, 'is a link to one of its parent folders')
        else await addFolder(path, rules, [...above, real], isWanted)
      } else if (isWanted(path)) addFile(path, target)
    }
  }

  async function look(path: string, entry: Dirent): Promise<Stats | undefined> {
    if (entry.isSymbolicLink() && !followLinks) {
      leaveOut(path, 'is a link; use --follow-links to import its target')
      return undefined
    }
    const target = await stat(path).catch(() => undefined)
    if (target?.isFile() || target?.isDirectory()) return target
    leaveOut(path, target ? 'is not a regular file' : 'cannot be read')
    return undefined
  }

  /** Paths on the command line are imported even if they are hidden or links. */
  async function add(given: string): Promise<void> {
    const path = resolve(given)
    const target = await stat(path).catch(() => undefined)
    if (target?.isDirectory())
      await addFolder(path, ignoreRules(path, ignore), [await realpath(path)], () => true)
    else if (target?.isFile()) addFile(path, target)
    else if (target) leaveOut(path, 'is not a regular file')
    else if (isGlob(given)) await addGlob(given)
    else throw usageError(`${given} does not exist, or cannot be read.`)
  }

  async function addGlob(given: string): Promise<void> {
    const glob = parseGlob(given)
    const folder = resolve(glob.folder)
    let matched = 0
    const isWanted = (path: string) => {
      const isMatch = glob.matches(relative(folder, path).split(sep).join('/'))
      if (isMatch) matched += 1
      return isMatch
    }
    const real = await realpath(folder).catch(() => undefined)
    if (real) await addFolder(folder, ignoreRules(folder, ignore), [real], isWanted)
    if (matched === 0) throw usageError(`No files match ${given}.`)
  }

  return { found, add }
}

function byName(one: Dirent, other: Dirent): number {
  return one.name.localeCompare(other.name, 'en', { numeric: true }) || (one.name < other.name ? -1 : 1)
}

/** Relative to the working directory where that is shorter. */
export function show(path: string, from = process.cwd()): string {
  const below = relative(from, path)
  return below !== '' && !below.startsWith('..') && dirname(path) !== '/' ? below : path
}
