import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRoot, removeRoot } from '../../test/job-dirs.ts'
import { pidsOf, processesLeftWith, processesWith } from '../../test/processes.ts'
import { handToSandbox } from './ownership.ts'
import { probeSandbox } from './probe.ts'
import { runSandboxed } from './run.ts'
import type { Sandbox, SandboxLimits, SandboxRequest } from './sandbox.ts'

const limits: SandboxLimits = {
  wallMs: 10_000,
  cpuSeconds: 10,
  memoryBytes: 2 * 1024 ** 3,
  fileBytes: 1024 ** 2,
  totalBytes: 64 * 1024 ** 2,
  processes: 64,
}

let root: string
let workDir: string

beforeAll(async () => {
  root = await makeRoot()
  workDir = join(root, 'job')
  await mkdir(workDir, { mode: 0o700 })
  await handToSandbox(workDir)
})
afterAll(() => removeRoot(root))

function useSandbox(mode: 'full' | 'reduced') {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await probeSandbox({ workRoot: root, forceReduced: mode === 'reduced' })
  })
  const run = (command: string, args: readonly string[], more: Partial<SandboxRequest> = {}) =>
    runSandboxed(sandbox, { command, args, workDir, limits, ...more })
  const shell = (script: string, more: Partial<SandboxRequest> = {}) => run('sh', ['-c', script], more)
  return { run, shell, readSandbox: () => sandbox }
}

describe.each(['full', 'reduced'] as const)('in %s mode', (mode) => {
  const { run, shell, readSandbox } = useSandbox(mode)

  it('is the mode that the probe found', () => {
    const sandbox = readSandbox()
    expect(sandbox.mode).toBe(mode)
    expect(sandbox.reason === null).toBe(mode === 'full')
  })

  it('returns the output of a program', async () => {
    expect(await shell('echo out; echo err >&2')).toEqual({ kind: 'ok', stdout: 'out\n', stderr: 'err\n' })
  })

  it('passes on each line while the program runs', async () => {
    const signal = AbortSignal.timeout(8000)
    const lines: string[] = []
    // It ends on request, which is made only after its first line.
    const onStdout = (line: string) => {
      lines.push(line)
      if (line === 'one') writeFileSync(join(workDir, `heard-${mode}`), '')
    }
    const wait = `until [ -e heard-${mode} ]; do sleep 0.02; done`
    const outcome = await shell(`echo one; ${wait}; printf 'two\nrest'`, { onStdout, signal })
    expect(outcome).toEqual({ kind: 'ok', stdout: 'one\ntwo\nrest', stderr: '' })
    expect(lines).toEqual(['one', 'two'])
  })

  it('starts in the job directory and may write there', async () => {
    expect(await shell(`echo ${mode} > written`)).toMatchObject({ kind: 'ok' })
    expect(await readFile(join(workDir, 'written'), 'utf8')).toBe(`${mode}\n`)
  })

  it('does not pass our environment', async () => {
    process.env['INLET_TEST_SECRET'] = 'secret'
    const outcome = await run('env', [])
    delete process.env['INLET_TEST_SECRET']
    expect(outcome.kind === 'ok' && outcome.stdout).not.toContain('secret')
  })

  it('distinguishes an exit code from a signal', async () => {
    expect(await shell('exit 3')).toMatchObject({ kind: 'crashed', exitCode: 3, signal: null })
    expect(await shell('kill -ABRT $$')).toMatchObject({ kind: 'crashed', exitCode: null, signal: 'SIGABRT' })
  })

  it('kills a program that fills its directory', async () => {
    const filler = 'i=0; while :; do head -c 1000000 /dev/zero > fill-$i; i=$((i+1)); done'
    const outcome = await shell(filler, { limits: { ...limits, totalBytes: 20 * 1024 ** 2 } })
    expect(outcome).toEqual({ kind: 'out_of_space' })
    // By us: the sandbox would stop a program in a directory that is still too large.
    for (const name of await readdir(workDir)) if (name.startsWith('fill-')) await rm(join(workDir, name))
  })

  it('does not blame the program for a kill from outside', async () => {
    const mark = `8${mode.length}.12345`
    const killing = (async () => {
      for (;;) {
        const pids = await pidsOf('sleep', mark)
        for (const pid of pids) process.kill(pid, 'SIGKILL')
        if (pids.length > 0) return
        await delay(20)
      }
    })()
    await expect(run('sleep', [mark])).rejects.toMatchObject({ code: 'killed' })
    await killing
  })

  it('raises the OOM score of programs', async () => {
    const mark = `9${mode.length}.12345`
    const stopping = new AbortController()
    const running = run('sleep', [mark], { signal: stopping.signal })
    await expect.poll(() => pidsOf('sleep', mark), { timeout: 8000 }).toHaveLength(1)
    const [pid = 0] = await pidsOf('sleep', mark)
    const own = Number(await readFile('/proc/self/oom_score_adj', 'utf8'))
    expect(Number(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8'))).toBe(own < 800 ? 800 : 1000)
    stopping.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
  })

  it('kills a program and its children when time runs out', async () => {
    const mark = `4${mode.length}.12345`
    const startedAt = performance.now()
    const outcome = await shell(`sleep ${mark} & setsid sleep ${mark} & sleep ${mark}`, {
      limits: { ...limits, wallMs: 500 },
    })
    expect(outcome).toEqual({ kind: 'timed_out' })
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(await processesWith(mark)).toEqual([])
  })

  it('leaves no background process after a successful run', async () => {
    const mark = `5${mode.length}.12345`
    expect(await shell(`setsid sleep ${mark} >/dev/null 2>&1 & sleep 0.1`)).toMatchObject({ kind: 'ok' })
    expect(await processesWith(mark)).toEqual([])
  })

  it('kills a program at its CPU limit', async () => {
    const outcome = await shell('while :; do :; done', { limits: { ...limits, cpuSeconds: 1 } })
    expect(outcome).toEqual({ kind: 'timed_out' })
  })

  it('limits memory, file size and output', async () => {
    const hungry = ['-e', 'my $x = "x" x (3 * 1024 ** 3)']
    expect(await run('perl', hungry)).toMatchObject({ kind: 'out_of_memory' })
    expect(await shell('head -c 3000000 /dev/zero > big')).toMatchObject({
      kind: 'crashed',
      signal: 'SIGXFSZ',
    })
    const outcome = await shell('head -c 3000000 /dev/zero', { maxOutputBytes: 1000 })
    expect(outcome).toMatchObject({ kind: 'ok', stdout: '\0'.repeat(1000) })
  })
})

describe.each(['full', 'reduced'] as const)('a program in %s mode', (mode) => {
  const { run } = useSandbox(mode)

  it('throws if the program is not installed', async () => {
    await expect(run('no-such-program', [])).rejects.toMatchObject({ code: 'tool_missing' })
  })

  it('throws the reason of an abort and kills the program', async () => {
    const mark = `6${mode.length}.12345`
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 200)
    await expect(run('sleep', [mark], { signal: controller.signal })).rejects.toThrow('enough')
    expect(await processesWith(mark)).toEqual([])
    await expect(run('sleep', [mark], { signal: controller.signal })).rejects.toThrow('enough')
  })

  it('has no network', async () => {
    let hits = 0
    const server = createServer((_request, response) => {
      hits += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const script = `use IO::Socket::INET; IO::Socket::INET->new("127.0.0.1:${port}") or die "no way"; print "in"`
    const outcome = await run('perl', ['-e', script])
    expect(outcome.kind === 'crashed' && outcome.stderr).toContain('no way')
    server.close()
    expect(hits).toBe(0)
  })

  it('dies with the worker', async () => {
    const mark = `7${mode.length}.12345`
    const script = `
      import { probeSandbox } from ${JSON.stringify(new URL('./probe.ts', import.meta.url))}
      import { runSandboxed } from ${JSON.stringify(new URL('./run.ts', import.meta.url))}
      const sandbox = await probeSandbox({ workRoot: ${JSON.stringify(root)}, forceReduced: ${mode === 'reduced'} })
      const limits = ${JSON.stringify(limits)}
      await runSandboxed(sandbox, { command: 'sleep', args: ['${mark}'], workDir: ${JSON.stringify(workDir)}, limits })`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script.replaceAll('\n', ';')], {
      stdio: 'inherit',
    })
    await expect.poll(() => processesWith(mark), { timeout: 10_000 }).not.toHaveLength(0)
    const hasStarted = async () => (await processesWith(mark)).some((line) => line.startsWith('sleep'))
    await expect.poll(hasStarted, { timeout: 10_000 }).toBe(true)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    expect(await processesLeftWith(mark)).toEqual([])
  }, 30_000)
})

describe('full mode', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await probeSandbox({ workRoot: root })
  })

  it('shows only the system, the job directory and named paths', async () => {
    const secret = join(root, 'secret.txt')
    await writeFile(secret, 'secret')
    await chmod(secret, 0o644)
    const read = { command: 'cat', args: [secret], workDir, limits }
    expect(await runSandboxed(sandbox, read)).toMatchObject({ kind: 'crashed' })
    expect(await runSandboxed(sandbox, { ...read, readOnlyPaths: [secret] })).toMatchObject({
      stdout: 'secret',
    })
    const users = await runSandboxed(sandbox, {
      command: 'cut',
      args: ['-d:', '-f1', '/etc/passwd'],
      workDir,
      limits,
    })
    expect(users).toMatchObject({ stdout: 'root\nnobody\n' })
  })

  it('allows writes only to the job directory and to memory', async () => {
    for (const path of ['/usr/x', '/etc/x', '/x', '/etc/passwd', '/dev/x', '/dev/shm/x']) {
      const outcome = await runSandboxed(sandbox, { command: 'touch', args: [path], workDir, limits })
      expect(outcome.kind, path).not.toBe('ok')
    }
  })

  it('leaves no capabilities, no visible processes and no nested namespaces', async () => {
    const script =
      'grep CapEff /proc/self/status; ls /proc >all; grep -c "^[0-9]" all; unshare --user true || echo no-namespace'
    const outcome = await runSandboxed(sandbox, { command: 'sh', args: ['-c', script], workDir, limits })
    // Only timeout, sh and ls are running.
    expect(outcome).toMatchObject({ stdout: 'CapEff:\t0000000000000000\n3\nno-namespace\n' })
  })

  it('stops a fork bomb', async () => {
    const script = 'while :; do sh -c "sleep 30" & done 2>/dev/null; wait'
    const request = {
      command: 'sh',
      args: ['-c', script],
      workDir,
      limits: { ...limits, wallMs: 3000, processes: 20 },
    }
    const bombs = runSandboxed(sandbox, request)
    const neighbour = await runSandboxed(sandbox, { command: 'true', args: [], workDir, limits })
    expect(neighbour.kind).toBe('ok')
    expect((await bombs).kind).not.toBe('ok')
  })

  it('reports why the sandbox cannot be created and does not run the program', async () => {
    const request = { command: 'true', args: [], workDir, limits, readOnlyPaths: ['/no/such/path'] }
    const outcome = await runSandboxed(sandbox, request)
    expect(outcome.kind === 'refused' && outcome.reason).toContain('/no/such/path')
  })
})
