/** The command with a home folder of its own, inside the test or as a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { Inlet } from '../../sdk/src/index.ts'
import type { Key } from './admin.ts'
import { makeFolder } from './folder.ts'
import { type CliResult, runMain } from './run-main.ts'

export const binFile = join(import.meta.dirname, '../src/bin/inlet.ts')

export interface ProcessResult {
  exitCode: number | null
  stdout: string
  stderr: string
  seconds: number
  /** Peak memory. */
  peakMiB: number
}

export interface Running {
  child: ChildProcess
  /** The output so far. */
  said: { stdout: string; stderr: string }
  ended: Promise<ProcessResult>
}

export interface CliUser {
  home: string
  env: Record<string, string>
  /** As a process of its own, which a test can kill or measure. */
  start(...args: string[]): Running
  /** Inside the process of the test, which saves the time that Node takes to start. */
  inlet(...args: string[]): Promise<CliResult>
  /** The same with `--json`, and the lines it printed. */
  lines(...args: string[]): Promise<CliResult & Lines>
}

export interface Lines {
  items: Array<Record<string, unknown>>
  /** The last line of an import. */
  summary: Record<string, number>
}

export interface CliUserOptions {
  key?: Key | undefined
  url?: string
}

/** A user with a home folder and a key in the environment. */
export async function makeUser(options: CliUserOptions = {}): Promise<CliUser> {
  const { key = inject('key'), url = inject('baseUrl') } = options
  const home = await makeFolder()
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    INLET_URL: url,
    INLET_CLIENT_ID: key.clientId,
    INLET_CLIENT_SECRET: key.clientSecret,
  }
  const start = (...args: string[]) => startProcess(process.execPath, [binFile, ...args], env, home)
  return {
    home,
    env,
    start,
    inlet: (...args) => runMain(args, env),
    async lines(...args) {
      const ran = await runMain([...args, '--json'], env)
      return { ...ran, ...readLines(ran.stdout) }
    },
  }
}

export function readLines(stdout: string): Lines {
  const lines = stdout.trim().split('\n').filter(Boolean)
  const items = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { items, summary: (items.at(-1)?.['summary'] ?? {}) as Record<string, number> }
}

export function startProcess(
  file: string,
  args: string[],
  env: Record<string, string>,
  cwd: string,
): Running {
  const startedAt = performance.now()
  const child = spawn(file, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  let peakMiB = 0
  const timer = setInterval(() => {
    void peakOf(child.pid).then((peak) => {
      peakMiB = Math.max(peakMiB, peak)
    })
  }, 100)
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL')
  })
  const ended = new Promise<ProcessResult>((resolve) => {
    child.once('close', (exitCode) => {
      clearInterval(timer)
      resolve({ exitCode, ...said, seconds: (performance.now() - startedAt) / 1000, peakMiB })
    })
  })
  return { child, said, ended }
}

/** The kernel's high-water mark of the resident memory. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

/** A client of the service for checks. */
export const service = () => new Inlet({ baseUrl: inject('baseUrl'), ...inject('key') })

export async function makeProject(name = 'CLI'): Promise<number> {
  return (await service().projects.create({ name: `${name} ${Date.now()}` })).id
}

/** File names of a project by status. */
export async function recordsOf(projectId: number): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for await (const { project_id, status, name } of service().files.list())
    if (project_id === projectId) found[status] = [...(found[status] ?? []), name]
  return found
}
