// Checks for missing Debian packages before anything is started.
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from './errors.ts'

export type PackageGroup = 'postgresql' | 'object-store'

const listFile = new URL('../debian-packages.txt', import.meta.url)
const debianPostgresDir = '/usr/lib/postgresql'
const oldestPostgres = 15

export function requirePackages(groups: readonly PackageGroup[]): void {
  const missing = readPackages()
    .filter(
      ({ group, programs }) => groups.some((wanted) => wanted === group) && !programs.every(findProgram),
    )
    .map(({ name }) => name)
  if (missing.length === 0) return
  const sudo = process.getuid?.() === 0 ? '' : 'sudo '
  throw new ServiceError(
    `missing Debian packages: ${missing.join(' ')}\nInstall them with\n` +
      `  ${sudo}apt-get install -y --no-install-recommends ${missing.join(' ')}`,
  )
}

type DebianPackage = { group: string; name: string; programs: string[] }

function readPackages(): DebianPackage[] {
  const packages: DebianPackage[] = []
  let group = ''
  for (const line of readFileSync(listFile, 'utf8').split('\n')) {
    const [name = '', ...programs] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (name.startsWith('[')) group = name.slice(1, -1)
    else if (name) packages.push({ group, name, programs })
  }
  return packages
}

/** Debian does not put PostgreSQL servers on PATH, so their folders are searched first. */
export function findProgram(program: string): string | undefined {
  const path = (process.env['PATH'] ?? '').split(':')
  return [...postgresBinDirs(), ...path].map((dir) => join(dir, program)).find(isExecutable)
}

/** The program of the newest PostgreSQL, or of the version that created the cluster. */
export function postgresProgram(program: string, version?: string): string {
  const dirs = version ? [join(debianPostgresDir, version, 'bin')] : postgresBinDirs()
  const found = dirs.map((dir) => join(dir, program)).find(isExecutable) ?? findProgram(program)
  if (!found) throw new ServiceError(`${program} of PostgreSQL ${oldestPostgres} or newer is not installed`)
  return found
}

/** Newest first. */
function postgresBinDirs(): string[] {
  return listDir(debianPostgresDir)
    .map(Number)
    .filter((version) => version >= oldestPostgres)
    .sort((a, b) => b - a)
    .map((version) => join(debianPostgresDir, String(version), 'bin'))
}

function listDir(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return [] // no PostgreSQL from Debian here
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
