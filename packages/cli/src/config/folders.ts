/** Where the command keeps things, after the XDG rules: the configuration, and the journals of imports. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>

export function configFolder(env: Env): string {
  return join(base(env, 'XDG_CONFIG_HOME', env['APPDATA'], '.config'), 'inlet')
}

export function stateFolder(env: Env): string {
  return join(base(env, 'XDG_STATE_HOME', env['LOCALAPPDATA'], '.local/state'), 'inlet')
}

function base(env: Env, name: string, onWindows: string | undefined, atHome: string): string {
  const given = env[name]
  // The rules say that a relative path is no path.
  if (given && isAbsolute(given)) return given
  if (process.platform === 'win32' && onWindows) return onWindows
  return join(env['HOME'] || homedir(), atHome)
}
