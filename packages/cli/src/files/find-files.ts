/** The files behind the paths of a command line: folders to any depth, in an order people expect, each file once. */
import type { Dirent, Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { usageError } from '../errors.ts'
import { isGlob, parseGlob } from './globs.ts'
import { type IgnoreRules, ignoreRules } from './ignore-rules.ts'

export interface FoundFile {
  /** Absolute. */
  path: string
  /** As the caller would write it. */
  shown: string
  name: string
  bytes: number
}

/** Something that is not a file to import, and why. */
export interface LeftOut {
  shown: string
  reason: string
}

export interface Found {
  files: FoundFile[]
  /** What a person should know about. */
  leftOut: LeftOut[]
  /** What was left out on purpose. */
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
  const found: Found = { files: [], leftOut: [], hidden: 0, ignored: 0 }
  const seen = new Set<string>()
  const leaveOut = (path: string, reason: string) => found.leftOut.push({ shown: show(path), reason })

  function addFile(path: string, { size }: Stats): void {
    if (seen.has(path)) return
    seen.add(path)
    found.files.push({ path, shown: show(path), name: basename(path), bytes: size })
  }

  /** `above`: the real paths of the folders that lead here, so that a link back to one of them is not followed. */
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
        if (above.includes(real)) leaveOut(path, 'is a link to a folder it lies in')
        else await addFolder(path, rules, [...above, real], isWanted)
      } else if (isWanted(path)) addFile(path, target)
    }
  }

  async function look(path: string, entry: Dirent): Promise<Stats | undefined> {
    if (entry.isSymbolicLink() && !followLinks) {
      leaveOut(path, 'is a link; --follow-links imports what it leads to')
      return undefined
    }
    const target = await stat(path).catch(() => undefined)
    if (target?.isFile() || target?.isDirectory()) return target
    leaveOut(path, target ? 'is not a regular file' : 'cannot be read')
    return undefined
  }

  /** What is named on the command line is meant, even if it is hidden or a link. */
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
    if (matched === 0) throw usageError(`Nothing matches ${given}.`)
  }

  return { found, add }
}

function byName(one: Dirent, other: Dirent): number {
  return one.name.localeCompare(other.name, 'en', { numeric: true }) || (one.name < other.name ? -1 : 1)
}

/** Relative where that is shorter to read. */
export function show(path: string, from = process.cwd()): string {
  const below = relative(from, path)
  return below !== '' && !below.startsWith('..') && dirname(path) !== '/' ? below : path
}
