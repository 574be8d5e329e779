/** The admin command line, run as an operator runs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { programPath } from '../../../../scripts/programs/program-path.ts'
import { inheritedEnv } from './config.ts'

export interface Ended {
  code: number | null
  out: string
  err: string
}

export const runAdmin = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  runAdminUnder([], env, ...args)

/** With `words` before the command. */
export async function runAdminUnder(
  words: readonly string[],
  env: Record<string, string>,
  ...args: string[]
): Promise<Ended> {
  const [file = '', ...all] = [...words, process.execPath, programPath('admin'), ...args]
  const child = spawn(file, all, {
    env: { ...inheritedEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out, err }
}

export async function adminJson<T>(env: Record<string, string>, ...args: string[]): Promise<T> {
  const ended = await runAdmin(env, ...args, '--json')
  if (ended.out === '') throw new Error(`inlet-admin ${args.join(' ')}: ${ended.err}`)
  return JSON.parse(ended.out) as T
}
