/** The version of Inlet in all the places that state it: manifests, lock file, constants, deployment files and guides. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const number = String.raw`\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?`
const versionPattern = new RegExp(`^${number}$`)

/** Each pattern has the text before the version as its first group. */
const statements = {
  /** Of the root, and of a package and its dependencies on our other packages. */
  manifest: new RegExp(`^( {2}"version": "| {4}"@inlet/[a-z-]+": ")(${number})(?=")`, 'gm'),
  constant: new RegExp(`^(export const version = ')(${number})(?=')`, 'gm'),
  image: new RegExp(String.raw`(\binlet/[a-z-]+:|INLET_VERSION:-|\bnewTag: )(${number})`, 'g'),
}

export interface VersionPlace {
  path: string
  line: number
  version: string
}

export function isVersion(text: string): boolean {
  return versionPattern.test(text)
}

/** Tracked files only, so that installed packages and builds are left out. */
function filesWithVersions(root: string): [path: string, pattern: RegExp][] {
  const list = (...paths: string[]) =>
    execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
  return [
    ...list('package.json', '*/package.json').map((path) => [path, statements.manifest] as const),
    ...list('packages/*/src/version.ts').map((path) => [path, statements.constant] as const),
    ...list('deploy', 'docs/*.md', 'docs/guides', 'README.md').map(
      (path) => [path, statements.image] as const,
    ),
  ].map(([path, pattern]) => [path, pattern])
}

export function findVersions(root: string): VersionPlace[] {
  const places = filesWithVersions(root).flatMap(([path, pattern]) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(pattern)].map(({ index, 2: version = '' }) => ({
      path,
      line: text.slice(0, index).split('\n').length,
      version,
    }))
  })
  const locked = Object.entries(readLock(root).packages)
    .filter(([path]) => isOurs(path))
    .map(([, { version = '' }]) => ({ path: 'package-lock.json', line: 0, version }))
  return [...places, ...locked]
}

export function setVersion(root: string, version: string): void {
  for (const [path, pattern] of filesWithVersions(root)) {
    const text = readFileSync(join(root, path), 'utf8')
    const changed = text.replaceAll(pattern, (_, before: string) => `${before}${version}`)
    if (changed !== text) writeFileSync(join(root, path), changed)
  }
  const lock = readLock(root)
  lock.version = version
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!isOurs(path)) continue
    entry.version = version
    for (const list of [entry.dependencies, entry.devDependencies])
      for (const name of Object.keys(list ?? {})) if (list && name.startsWith('@inlet/')) list[name] = version
  }
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
}

interface LockEntry {
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

interface Lock {
  version: string
  packages: Record<string, LockEntry>
}

function readLock(root: string): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
}

/** The root and our workspaces; everything else is below node_modules. */
function isOurs(path: string): boolean {
  return !path.startsWith('node_modules/') && !path.includes('/node_modules/')
}
