/** Runs the command inside the process of the test. */
import { PassThrough } from 'node:stream'
import type { Runtime } from '../src/context.ts'
import { main } from '../src/main.ts'

export interface CliResult {
  exitCode: number
  stdout: string
  stderr: string
}

export async function runMain(
  args: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<CliResult> {
  const said = { stdout: '', stderr: '' }
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const stdin = new PassThrough()
  stdin.end(input)
  const never = new AbortController().signal
  const runtime: Runtime = {
    env,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    listenForStop: () => ({ soft: never, hard: never, done: () => {} }),
  }
  const exitCode = await main(args, runtime)
  return { exitCode, ...said }
}
