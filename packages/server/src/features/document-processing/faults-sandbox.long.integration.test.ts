/** A worker on a host that forbids namespaces. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '../../../../../scripts/programs/program-path.ts'
import { canForbidNamespaces, withoutNamespaces } from '../../../../processors/test/unconfined-host.ts'
import { runAdminUnder } from '../../../test/harness/admin.ts'
import { freePort, inheritedEnv, testEnv } from '../../../test/harness/config.ts'
import {
  importEveryKind,
  isEnded,
  type KindsOfFiles,
  makeGoodFiles,
  readEveryKind,
} from '../../../test/harness/every-kind.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'

const timeout = 400_000

let bench: ImportBench
let dir: string
let good: KindsOfFiles
let worker: ChildProcess | undefined
beforeAll(async () => {
  bench = await openImportBench({ workers: 0 })
  dir = await mkdtemp(join(tmpdir(), 'inlet-hosts-'))
  await chmod(dir, 0o711)
  good = await makeGoodFiles(dir)
}, timeout)
afterEach(async () => {
  if (worker) await stopProcess(worker)
  worker = undefined
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

/** Without namespaces unless `words` is empty. */
async function startWorker(words: readonly string[], settings: Record<string, string>) {
  const port = await freePort()
  const [file, ...args] = [...words, process.execPath, programPath('worker')]
  const env = testEnv(bench.app.databaseUrl, {
    INLET_WORKER_PORT: String(port),
    INLET_WORK_DIR: join(dir, words.length > 0 ? 'work' : 'full-work'),
    INLET_LOG_LEVEL: 'info',
    ...settings,
  })
  worker = spawn(file, args, { env: { ...inheritedEnv(), ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const log: string[] = []
  worker.stdout?.on('data', (chunk: Buffer) => log.push(chunk.toString()))
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  await waitFor(async () => (await ask('/healthz')).status === 200, 120_000)
  return { ask, log: () => log.join('') }
}

const completedSweeps = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from job.job where name = 'sweep-records' and state = 'completed'`.execute(
    bench.app.deps.db,
  )
  return rows[0]?.n ?? 0
}

describe.skipIf(!canForbidNamespaces())('on a host without namespaces', () => {
  it('a worker takes no file and says why and what to do; it still sweeps', { timeout }, async () => {
    const { ask, log } = await startWorker(withoutNamespaces, {})
    const started = await importEveryKind(bench, good)
    const { status, text } = await ask('/readyz')
    expect(status).toBe(503)
    const { detail } = (JSON.parse(text) as { checks: { sandbox: { detail: string } } }).checks.sandbox
    expect(detail).toMatch(/cannot be isolated: bwrap:/)
    for (const word of ['kernel.apparmor_restrict_unprivileged_userns', 'seccomp-worker.json', 'Kubernetes'])
      expect(detail).toContain(word)
    expect(log()).toContain('kernel.apparmor_restrict_unprivileged_userns')
    const metrics = (await ask('/metrics')).text
    expect(metrics).toContain('inlet_sandbox_mode{mode="none"} 1')
    expect(metrics).toContain('inlet_worker_paused{reason="sandbox"} 1')
    const before = await completedSweeps()
    await sql`insert into job.job (name, data, policy) values ('sweep-records', '{}', 'exclusive')`.execute(
      bench.app.deps.db,
    )
    await waitFor(async () => (await completedSweeps()) > before)
    await sleep(3000)
    const { rows } = await sql<{ name: string; state: string; retry_count: number }>`
      select distinct name, state::text, retry_count from job.job
      where name like 'process-%' or name = 'import-survey'`.execute(bench.app.deps.db)
    expect(rows.length).toBeGreaterThan(2)
    for (const row of rows) expect(row).toMatchObject({ state: 'created', retry_count: 0 })
    if (!worker) throw new Error('There is no worker.')
    await stopProcess(worker)

    // Control: the same jobs run where namespaces are allowed.
    await startWorker([], {})
    await waitFor(async () => (await readEveryKind(bench, started)).every(isEnded), timeout, 500)
    expect((await readEveryKind(bench, started)).filter(({ state }) => state !== 'completed')).toEqual([])
    process.stdout.write('no namespaces: files taken=0 of 7, ready=503; with namespaces: 7 of 7\n')
  })

  it('the doctor fails with the same text', { timeout }, async () => {
    const env = testEnv(bench.app.databaseUrl, { INLET_WORK_DIR: join(dir, 'doctor') })
    const { code, out } = await runAdminUnder(withoutNamespaces, env, 'doctor', '--only', 'machine', '--json')
    expect(code).toBe(1)
    const results = JSON.parse(out) as { check: string; state: string; fix?: string }[]
    expect(results.find(({ check }) => check === 'sandbox')).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('kernel.apparmor_restrict_unprivileged_userns') as string,
    })
  })

  it('a worker with INLET_SANDBOX=reduced imports every kind', { timeout }, async () => {
    const { ask } = await startWorker(withoutNamespaces, { INLET_SANDBOX: 'reduced' })
    const { status, text } = await ask('/readyz')
    expect([status, text]).toEqual([200, expect.stringContaining('reduced: ')])
    expect((await ask('/metrics')).text).toContain('inlet_sandbox_mode{mode="reduced"} 1')
    const started = await importEveryKind(bench, good)
    await waitFor(async () => (await readEveryKind(bench, started)).every(isEnded), timeout, 500)
    expect((await readEveryKind(bench, started)).filter(({ state }) => state !== 'completed')).toEqual([])
  })
})
