/** Folders for the configuration and the journals, by the XDG Base Directory Specification. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>

export function configFolder(env: Env): string {
  return join(base(env, 'XDG_CONFIG_HOME', env['APPDATA'], '.config'), 'inlet')
}

export function stateFolder(env: Env): string {
  return join(base(env, 'XDG_STATE_HOME', env['LOCALAPPDATA'], '.local/state'), 'inlet')
}

/** For content that can be fetched again. */
export function cacheFolder(env: Env): string {
  return join(base(env, 'XDG_CACHE_HOME', env['LOCALAPPDATA'], '.cache'), 'inlet')
}

function base(env: Env, name: string, onWindows: string | undefined, atHome: string): string {
  const given = env[name]
  // The specification says to ignore relative paths.
  if (given && isAbsolute(given)) return given
  if (process.platform === 'win32' && onWindows) return onWindows
  return join(env['HOME'] || homedir(), atHome)
}
