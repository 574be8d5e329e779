/** Runs a Node process to its end and collects its output. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface ProcessOutput {
  /** Null when it was killed. */
  exitCode: number | null
  stdout: string
  stderr: string
}

export function runToExit(
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<ProcessOutput> } {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  const ended = new Promise<ProcessOutput>((resolve) => {
    child.once('close', (exitCode) => resolve({ exitCode, ...said }))
  })
  return { child, ended }
}
