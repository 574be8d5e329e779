/** Faults of the machine while files of every kind are imported: none of them is blamed on a good file. */
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../test/harness/config.ts'
import {
  importEveryKind,
  isEnded,
  type KindOutcome,
  type KindsOfFiles,
  makeGoodFiles,
  readEveryKind,
  readLostAttempts,
  type StartedImports,
} from '../../../test/harness/every-kind.ts'
import {
  type ConverterFault,
  canReplaceConverters,
  startFaultyWorker,
  withFault,
} from '../../../test/harness/faulty-converters.ts'
import { rounds } from '../../../test/harness/full.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { mountSmallDisk } from '../../../test/harness/small-disk.ts'

const timeout = 600_000
const isRoot = process.getuid?.() === 0
if (!isRoot)
  process.stdout.write('machine faults: disks cannot be mounted without root, so most are skipped\n')

let bench: ImportBench
let dir: string
let good: KindsOfFiles
let worker: ChildProcess | undefined
let port: number
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inlet-faults-'))
  await chmod(dir, 0o711)
  good = await makeGoodFiles(dir)
}, timeout)
afterAll(() => rm(dir, { recursive: true, force: true }))
beforeEach(async () => {
  bench = await openImportBench({ workers: 0 })
  port = await freePort()
}, timeout)
afterEach(async () => {
  if (worker) await stopProcess(worker)
  worker = undefined
  await bench.close()
}, timeout)

const env = (overrides: Record<string, string> = {}) => ({
  INLET_WORKER_PORT: String(port),
  INLET_WORK_DIR: join(dir, 'work'),
  INLET_WORKER_SLOTS: '3',
  INLET_LOG_LEVEL: 'silent',
  ...overrides,
})
const ready = async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  return { status: answer.status, text: await answer.text() }
}
const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
const isAlive = () => worker?.exitCode === null && worker.signalCode === null

async function waitForEnd(started: StartedImports): Promise<KindOutcome[]> {
  await waitFor(async () => (await readEveryKind(bench, started)).every(isEnded), timeout, 500)
  return readEveryKind(bench, started)
}

/** Lets jobs that wait after a failed attempt start at once. */
const hurry = () =>
  sql`update job.job set start_after = now() where state = 'retry' and start_after > now()`.execute(
    bench.app.deps.db,
  )

function expectAllGood(outcomes: readonly KindOutcome[]): void {
  expect(outcomes).toEqual(outcomes.map(({ name }) => ({ name, state: 'completed', failure: null })))
}

describe('a full disk', () => {
  it.runIf(isRoot)('pauses the worker, and no good file fails', { timeout }, async (context) => {
    const disk = await mountSmallDisk(96)
    if (!disk) return context.skip('disks cannot be mounted')
    worker = bench.startWorker(env({ INLET_WORK_DIR: disk.path, INLET_WORK_DIR_MIN_FREE_MB: '24' }))
    await waitFor(async () => (await ready()).status === 200, 120_000)
    const started = await importEveryKind(bench, good)
    for (let round = 0; round < rounds(6, 40); round += 1) {
      await sleep(300 + Math.random() * 2000)
      await disk.fill()
      await sleep(500 + Math.random() * 2000)
      await disk.free()
      await hurry()
    }
    await disk.fill()
    await waitFor(async () => (await ready()).status === 503, 30_000)
    expect((await ready()).text).toMatch(/INLET_WORK_DIR has \d+ MB .*Free up space/)
    expect(await metrics()).toContain('inlet_worker_paused{reason="disk"} 1')
    expect((await readEveryKind(bench, started)).filter(({ failure }) => failure !== null)).toEqual([])
    await disk.free()
    await waitFor(async () => (await ready()).status === 200, 60_000)
    await hurry()
    const hurrying = setInterval(() => void hurry(), 2000)
    const outcomes = await waitForEnd(started).finally(() => clearInterval(hurrying))
    expectAllGood(outcomes)
    expect(await readLostAttempts(bench)).toEqual([])
    const faults = faultCount(await metrics(), 'no_space')
    process.stdout.write(
      `full disk: imports=${outcomes.length} damaged=0 attempts_lost=0 faults=${faults} alive=${isAlive()}\n`,
    )
    expect(isAlive()).toBe(true)
    await stopProcess(worker)
    await disk.remove()
  })
})

describe('killed converters', () => {
  it('are started again, and no good file fails', { timeout }, async () => {
    worker = bench.startWorker(env())
    await waitFor(async () => (await ready()).status === 200, 120_000)
    const started = await importEveryKind(bench, good)
    let killed = 0
    await waitFor(
      async () => {
        killed += killConverter(worker?.pid ?? 0)
        await hurry()
        return killed >= rounds(8, 60) || (await readEveryKind(bench, started)).every(isEnded)
      },
      timeout,
      700,
    )
    const hurrying = setInterval(() => void hurry(), 2000)
    const outcomes = await waitForEnd(started).finally(() => clearInterval(hurrying))
    expectAllGood(outcomes)
    const faults = faultCount(await metrics(), 'killed')
    process.stdout.write(
      `killed converters: kills=${killed} faults=${faults} imports=${outcomes.length} damaged=0 alive=${isAlive()}\n`,
    )
    expect(faults).toBeGreaterThan(0)
    expect(isAlive()).toBe(true)
  })
})

/** What becomes of a file whose own converter misbehaves. `null`: it is retried. */
const verdicts: Record<ConverterFault, string | null> = {
  memory: 'out_of_memory',
  forks: 'took_too_long',
  disk: 'too_complex',
  killed: null,
}

describe.runIf(isRoot && canReplaceConverters())('a file that misuses the machine', () => {
  it.each(Object.keys(verdicts) as ConverterFault[])(
    'does not harm its neighbours of any kind (%s)',
    { timeout },
    async (fault) => {
      worker = await startFaultyWorker(bench.app.databaseUrl, dir, env())
      await waitFor(async () => (await ready()).status === 200, 120_000)
      const spoil = (files: Record<string, Buffer>) =>
        Object.fromEntries(Object.entries(files).map(([name, content]) => [name, withFault(content, fault)]))
      const hostile = await importEveryKind(bench, {
        documents: spoil({ 'note.txt': good.documents['note.txt'] ?? Buffer.alloc(0) }),
        images: spoil(good.images),
        recordings: spoil({ 'talk.avi': good.recordings['talk.avi'] ?? Buffer.alloc(0) }),
        media: spoil(good.media),
      })
      const neighbours = await importEveryKind(bench, good)
      expectAllGood(await waitForEnd(neighbours))
      const verdict = verdicts[fault]
      const outcomes = verdict === null ? await readEveryKind(bench, hostile) : await waitForEnd(hostile)
      const files = outcomes.filter(({ name }) => name !== 'survey')
      expect(files.map(({ failure }) => failure)).toEqual(files.map(() => verdict))
      expect(await readLostAttempts(bench)).toEqual([])
      expect(isAlive()).toBe(true)
      expect(leftProcesses(worker.pid ?? 0, files.length)).toBe(true)
      process.stdout.write(
        `${fault}: hostile=${files.length} verdict=${verdict ?? 'retried'} neighbours=7 completed=7 attempts_lost=0 alive=true\n`,
      )
    },
  )
})

function faultCount(text: string, reason: string): number {
  return Number(new RegExp(`^inlet_machine_faults_total\\{reason="${reason}"\\} (\\d+)`, 'm').exec(text)?.[1])
}

/** All processes below the worker, with their depth. */
function descendants(workerPid: number): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended.
    }
  }
  const depths = new Map<number, number>()
  for (const pid of parents.keys()) {
    let depth = 0
    for (let at = pid; at > 1 && at !== workerPid; at = parents.get(at) ?? 0) depth += 1
    let top = pid
    while (top > 1 && top !== workerPid) top = parents.get(top) ?? 0
    if (top === workerPid && pid !== workerPid) depths.set(pid, depth)
  }
  return depths
}

/** Kills one converter: below the wrappers, which are bubblewrap and its clock. Returns how many were killed. */
function killConverter(workerPid: number): number {
  const [pid] = [...descendants(workerPid)].find(([, depth]) => depth >= 3) ?? []
  if (pid === undefined) return 0
  try {
    process.kill(pid, 'SIGKILL')
    return 1
  } catch {
    return 0
  }
}

/** A fork bomb that was not stopped would have left a hundred. */
function leftProcesses(workerPid: number, jobs: number): boolean {
  return descendants(workerPid).size < 20 * jobs
}
