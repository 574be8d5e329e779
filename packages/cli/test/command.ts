/** The command as a process of its own, with a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { Inlet } from '../../sdk/src/index.ts'
import type { Key } from './admin.ts'
import { makeFolder } from './folder.ts'

export const binFile = join(import.meta.dirname, '../src/bin/inlet.ts')

export interface Ended {
  exitCode: number | null
  stdout: string
  stderr: string
  seconds: number
  /** The most memory it took. */
  peakMiB: number
}

export interface Running {
  child: ChildProcess
  /** What it has said so far. */
  said: { stdout: string; stderr: string }
  ended: Promise<Ended>
}

export interface Person {
  home: string
  env: Record<string, string>
  start(...args: string[]): Running
  /** To the end. */
  inlet(...args: string[]): Promise<Ended>
  /** With what it printed as JSON lines, the last of which is the summary where there is one. */
  lines(...args: string[]): Promise<Ended & Lines>
}

export interface Lines {
  items: Array<Record<string, unknown>>
  summary: Record<string, number>
}

export interface PersonOptions {
  key?: Key | undefined
  url?: string
  cwd?: string
}

/** Somebody with a home folder and a key in the environment. */
export async function makePerson(options: PersonOptions = {}): Promise<Person> {
  const { key = inject('key'), url = inject('baseUrl'), cwd } = options
  const home = await makeFolder()
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    INLET_URL: url,
    INLET_CLIENT_ID: key.clientId,
    INLET_CLIENT_SECRET: key.clientSecret,
  }
  const start = (...args: string[]) => startProcess(process.execPath, [binFile, ...args], env, cwd ?? home)
  return {
    home,
    env,
    start,
    inlet: (...args) => start(...args).ended,
    async lines(...args) {
      const ended = await start(...args, '--json').ended
      const lines = ended.stdout.trim().split('\n').filter(Boolean)
      const items = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      return { ...ended, items, summary: (items.at(-1)?.['summary'] ?? {}) as Record<string, number> }
    },
  }
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
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (exitCode) => {
      clearInterval(timer)
      resolve({ exitCode, ...said, seconds: (performance.now() - startedAt) / 1000, peakMiB })
    })
  })
  return { child, said, ended }
}

/** The kernel's own record of the most it ever took. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

/** The service seen by a client that no test shares. */
export const service = () => new Inlet({ baseUrl: inject('baseUrl'), ...inject('key') })

export async function makeProject(name = 'CLI'): Promise<number> {
  return (await service().projects.create({ name: `${name} ${Date.now()}` })).id
}

/** Names of the records of a project, by their status. */
export async function recordsOf(projectId: number): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for await (const { project_id, status, name } of service().files.list())
    if (project_id === projectId) found[status] = [...(found[status] ?? []), name]
  return found
}
