/** Runs in cgroups, where this machine lets us create them. */

import { mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRoot, removeRoot } from '../../test/job-dirs.ts'
import { pidsOf } from '../../test/processes.ts'
import { handToSandbox } from './ownership.ts'
import { probeSandbox } from './probe.ts'
import { runSandboxed } from './run.ts'
import type { RunCgroups, Sandbox, SandboxLimits } from './sandbox.ts'

const limits: SandboxLimits = {
  wallMs: 20_000,
  cpuSeconds: 10,
  memoryBytes: 256 * 1024 ** 2,
  fileBytes: 1024 ** 2,
  totalBytes: 64 * 1024 ** 2,
  processes: 8,
}

/** A cgroup of our own, without touching those of the system; null where we may not create one. */
function makeBase(): string | null {
  const mount = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .find((line) => line.includes(' - cgroup2 '))
    ?.split(' ')[4]
  if (mount === undefined) return null
  const base = join(mount, `inlet-test-${process.pid}`)
  try {
    mkdirSync(base)
    return base
  } catch {
    return null
  }
}

const base = makeBase()
const controllers =
  base === null ? [] : readFileSync(join(base, 'cgroup.controllers'), 'utf8').trim().split(' ')
const canLimit = ['memory', 'pids'].every((name) => controllers.includes(name))

let root: string
let workDir: string
let sandbox: Sandbox
beforeAll(async () => {
  root = await makeRoot()
  workDir = join(root, 'job')
  await mkdir(workDir, { mode: 0o700 })
  await handToSandbox(workDir)
  sandbox = await probeSandbox({ workRoot: root })
})
afterAll(async () => {
  await removeRoot(root)
  if (base !== null) rmdirSync(base)
})

describe.skipIf(base === null)('a run', () => {
  const inCgroups = (cgroups: RunCgroups) => ({ ...sandbox, cgroups })

  it('has a cgroup of its own, which is removed with everything in it', async () => {
    const mark = '93.5'
    const stopping = new AbortController()
    const running = runSandboxed(inCgroups({ base: base ?? '', controllers: [] }), {
      command: 'sleep',
      args: [mark],
      workDir,
      limits,
      signal: stopping.signal,
    })
    await expect.poll(() => pidsOf('sleep', mark), { timeout: 8000 }).toHaveLength(1)
    const [pid = 0] = await pidsOf('sleep', mark)
    expect(await readFile(`/proc/${pid}/cgroup`, 'utf8')).toMatch(/^0::.*\/inlet-run-[0-9a-f-]{36}$/m)
    stopping.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
    expect((await readdir(base ?? '')).filter((name) => name.startsWith('inlet-run-'))).toEqual([])
    expect(await pidsOf('sleep', mark)).toEqual([])
  })

  it.runIf(canLimit)('is limited as a whole', async () => {
    const cgroups = { base: base ?? '', controllers: ['memory', 'pids'] }
    const hungry = 'for (1 .. 4) { last unless fork } my $x = "x" x (120 * 1024 ** 2); sleep 5'
    const request = { command: 'perl', args: ['-e', hungry], workDir, limits }
    expect(await runSandboxed(inCgroups(cgroups), request)).toEqual({ kind: 'out_of_memory' })
  })

  it('fails as an infrastructure error if its cgroup cannot be created', async () => {
    const gone = inCgroups({ base: join(base ?? '', 'gone'), controllers: [] })
    const request = { command: 'true', args: [], workDir, limits }
    await expect(runSandboxed(gone, request)).rejects.toMatchObject({ code: 'refused' })
  })
})
