/** The profiles in `config.json`. They contain secrets: the file is readable by its owner only and written atomically. */
import { chmod, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CliError } from '../errors.ts'
import { configFolder, type Env } from './folders.ts'

export interface Profile {
  url: string
  clientId: string
  clientSecret: string
  /** The default of `--project`: an id. */
  project?: string
}

export interface Config {
  profiles: Record<string, Profile>
}

export const defaultProfile = 'default'

export function configPath(env: Env): string {
  return join(configFolder(env), 'config.json')
}

export async function readConfig(path: string): Promise<Config> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return { profiles: {} }
    throw new CliError(`${path} cannot be read. Check its owner and permissions.`, {
      code: 'config_unreadable',
      cause,
    })
  }
  const config = parse(text)
  if (config) return config
  const message = `${path} is damaged. Delete it and run "inlet login" again.`
  throw new CliError(message, { code: 'config_damaged' })
}

/** Writes a temporary file and renames it, so that an interruption leaves the old file or the new one. */
export async function writeConfig(path: string, config: Config): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const beside = `${path}.${process.pid}`
  const file = await open(beside, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(config, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path).catch(async (error: unknown) => {
    await unlink(beside)
    throw error
  })
}

/** Which users other than the owner can read it; undefined if none, or if the system has no file permissions. */
export async function findOpenRights(path: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  const found = await stat(path).catch(() => undefined)
  const rights = (found?.mode ?? 0) & 0o077
  return rights === 0 ? undefined : (0o777 & (found?.mode ?? 0)).toString(8)
}

function parse(text: string): Config | undefined {
  try {
    const value = JSON.parse(text) as Partial<Config> | null
    const profiles = value?.profiles
    if (typeof profiles !== 'object' || profiles === null) return undefined
    return Object.values(profiles).every(isProfile) ? { profiles } : undefined
  } catch {
    return undefined
  }
}

function isProfile(value: Partial<Profile> | null): boolean {
  return [value?.url, value?.clientId, value?.clientSecret].every((field) => typeof field === 'string')
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
