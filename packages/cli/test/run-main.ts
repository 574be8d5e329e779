/** Runs the command inside the test's own process, for what needs no process of its own. */
import { PassThrough } from 'node:stream'
import type { Surroundings } from '../src/context.ts'
import { main } from '../src/main.ts'

export interface Ran {
  exitCode: number
  stdout: string
  stderr: string
}

export async function runMain(args: string[], env: Record<string, string> = {}, input = ''): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const stdin = new PassThrough()
  stdin.end(input)
  const never = new AbortController().signal
  const surroundings: Surroundings = {
    env,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    listenForStop: () => ({ soft: never, hard: never, done: () => {} }),
  }
  const exitCode = await main(args, surroundings)
  return { exitCode, ...said }
}
