/**
 * A protected recording never leaks, whatever fails and when: workers are killed, the analyzer and the detector fail, the
 * disk is full, uploads are truncated. Everything that could leak is checked continuously.
 */
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmod, copyFile, mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerJson, startServer } from '../../../../processors/test/loopback-server.ts'
import { testEnv } from '../../../test/harness/config.ts'
import { isFull, rounds } from '../../../test/harness/full.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { type Import, readOutcome, waitForFinal } from '../../../test/harness/imports.ts'
import {
  canaryOf,
  checkAllSurfaces,
  type LeakMonitor,
  startLeakMonitor,
} from '../../../test/harness/leak-monitor.ts'
import {
  makePrivateProject,
  speakSentences,
  textOf,
  transcribe,
} from '../../../test/harness/private-recordings.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { ffmpeg, readSegments } from '../../../test/harness/recordings.ts'
import { visitAs } from '../../../test/harness/visitors.ts'
import { expireLeases, skipRetryDelays } from '../../../test/harness/worker-recovery.ts'

const run = promisify(execFile)
const timeout = 3_600_000
const secret = /jennifer|thompson/i

let bench: ImportBench
let dir: string
let talk: Buffer
let analyzer: Awaited<ReturnType<typeof startServer>>
let isAnalyzerDown = false
beforeAll(async () => {
  bench = await openImportBench({ workers: 0 })
  dir = await mkdtemp(join(tmpdir(), 'inlet-moments-'))
  // Programs in the sandbox run as the user `nobody` and must be able to enter the folder.
  await chmod(dir, 0o711)
  const path = await speakSentences(dir, 'talk.mp4', ['My name is Jennifer Thompson and I like tea.'])
  // Fragmented, so that a truncated file can be played.
  await ffmpeg('-i', path, '-c', 'copy', '-movflags', 'frag_keyframe+empty_moov', join(dir, 'pieces.mp4'))
  talk = await readFile(join(dir, 'pieces.mp4'))
  analyzer = await startServer((_asked, response) => {
    if (isAnalyzerDown) response.socket?.destroy()
    else answerJson(response, [])
  })
})
afterAll(async () => {
  await bench.close()
  await analyzer.stop()
  await rm(dir, { recursive: true, force: true })
})

const db = () => bench.app.deps.db
const between = (least: number, most: number) => randomInt(least, most)

interface Trouble {
  name: string
  /** Lasts until the returned function is called. */
  begin(): Promise<() => Promise<void>>
}

it('a protected recording never leaks, whenever something fails', { timeout }, async () => {
  const env = await prepareWorker()
  const projects = [
    await makePrivateProject(bench, { redact_pii: true, audio_modulation: true, blank_video: true }),
    await makePrivateProject(bench, {
      redact_pii: true,
      audio_modulation: true,
      anonymize_video: 'blur_faces',
    }),
  ]
  const monitor = await startLeakMonitor(bench)
  const canary = canaryOf(talk, secret, 'jennifer')
  const all: Import[] = []
  const importOne = async (content = talk) => {
    const projectId = projects[all.length % projects.length] ?? 0
    const one = await bench.importFile(`${all.length}.mp4`, new Blob([new Uint8Array(content)]), {
      projectId,
    })
    all.push(one)
    monitor.watch(one, canary)
  }
  let worker = bench.startWorker(env.worker)
  const troubles: Trouble[] = [
    {
      name: 'kill',
      async begin() {
        await stopProcess(worker, 'SIGKILL')
        return async () => {
          await expireLeases(db())
          worker = bench.startWorker(env.worker)
        }
      },
    },
    {
      name: 'cut',
      async begin() {
        await importOne(talk.subarray(0, between(1, talk.length)))
        return async () => {}
      },
    },
    ...env.troubles,
  ]
  const moments = rounds(troubles.length, 100)
  const stages = new Map<string, number>()
  for (let moment = 0; moment < moments; moment += 1) {
    const trouble = troubles[moment % troubles.length]
    if (!trouble) throw new Error('No failure is defined.')
    while ((await unfinished(all)).length < 2) await importOne()
    // During any step, however fast the machine is.
    await waitForWork(stepNames[between(0, stepNames.length)] ?? '')
    await sleep(between(0, 3_000))
    const stage = `${trouble.name} ${await workAtHand()}`
    stages.set(stage, (stages.get(stage) ?? 0) + 1)
    const end = await trouble.begin()
    const until = Date.now() + between(100, rounds(2_000, 5_000))
    while (Date.now() < until) {
      await skipRetryDelays(db())
      await sleep(100)
    }
    await end()
    // Sometimes there is no failure for long enough that a recording completes.
    if ((moment + 1) % 5 === 0 || moment === moments - 1) await settle(all, monitor)
  }
  await stopProcess(worker, 'SIGKILL')
  await monitor.close()
  const outcomes = await Promise.all(all.map((one) => readOutcome(db(), one)))
  const opened = all.filter((_, i) => outcomes[i]?.state === 'completed')
  const codes = outcomes.flatMap(({ failure_code }) => failure_code ?? [])
  for (const [name, count] of stages) process.stdout.write(`moment ${name}: ${count}\n`)
  process.stdout.write(
    `privacy moments=${moments} recordings=${all.length} opened=${opened.length} closed=${codes.length} (${[...new Set(codes)].join(' ')}) checks=${monitor.rounds} leaks=${monitor.leaks.length}\n`,
  )
  expect(monitor.leaks).toEqual([])
  expect(monitor.rounds).toBeGreaterThan(moments)
  expect(opened.length).toBeGreaterThan(0)
  await expectProtected(opened)
  await expectNothingLeft()
})

it('the leak monitor finds the secret on every surface of an unprotected recording', {
  timeout,
}, async () => {
  bench.startWorker()
  const one = await bench.importFile('open.mp4', new Blob([new Uint8Array(talk)]))
  await waitForFinal(db(), [one], timeout)
  const visitor = await visitAs(bench.app, bench.user)
  const canary = canaryOf(talk, secret, 'jennifer')
  const seen = async () =>
    (await checkAllSurfaces(bench, visitor, one, canary))
      .filter((check) => check.hasCanary)
      .map((check) => check.surface)
  // Search is indexed by a job of its own.
  await waitFor(async () => (await seen()).includes('search'), timeout)
  const ways = ['file_url', 'transcript', 'captions', 'rendition', 'search']
  expect(await seen()).toEqual(
    expect.arrayContaining([...ways, ...['txt', 'srt', 'vtt', 'json'].map((it) => `export ${it}`)]),
  )
  const open = (await checkAllSurfaces(bench, visitor, one, canary)).filter((check) => check.isOpen)
  expect(open.map((check) => check.surface)).toEqual(expect.arrayContaining(['recording', 'poster']))
})

/** A worker whose analyzer, detector and disk can fail. */
async function prepareWorker(): Promise<{ worker: Record<string, string>; troubles: Trouble[] }> {
  const models = join(dir, 'models')
  const from = testEnv('')['INLET_MODELS_DIR'] ?? ''
  await mkdir(models)
  for (const name of ['moonshine-tiny-en', 'silero_vad_v6.onnx'])
    await symlink(join(from, name), join(models, name))
  const detectors = ['retinaface/mnet.25_v2.onnx', 'ppocr/ch_PP-OCRv4_det_infer.onnx']
  const restore = async () => {
    for (const name of detectors) {
      await mkdir(dirname(join(models, name)), { recursive: true })
      await copyFile(join(from, name), join(models, name))
    }
  }
  await restore()
  const troubles: Trouble[] = [
    {
      name: 'analyzer',
      async begin() {
        isAnalyzerDown = true
        return async () => {
          isAnalyzerDown = false
        }
      },
    },
    {
      name: 'detector',
      async begin() {
        for (const name of detectors) await writeFile(join(models, name), 'no model')
        return restore
      },
    },
  ]
  const workDir = join(dir, 'small-disk')
  await mkdir(workDir, { mode: 0o711 })
  const isMounted = await mountSmallDisk(workDir)
  if (isMounted) troubles.push({ name: 'disk', begin: () => fillDisk(join(workDir, 'filler')) })
  else
    process.stdout.write(
      'privacy: disks cannot be mounted on this machine, so the full-disk failure is skipped\n',
    )
  return {
    worker: {
      INLET_PRIVACY_PRESIDIO_URL: analyzer.baseUrl,
      INLET_MODELS_DIR: models,
      INLET_LOG_LEVEL: 'silent',
      ...(isMounted && { INLET_WORK_DIR: workDir, INLET_WORK_DIR_MIN_FREE_MB: '0' }),
    },
    troubles,
  }
}

async function mountSmallDisk(workDir: string): Promise<boolean> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=0711', 'tmpfs', workDir])
    cleanups.push(() => run('umount', ['-l', workDir]))
    return true
  } catch {
    return false
  }
}

const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

async function fillDisk(path: string): Promise<() => Promise<void>> {
  const file = await open(path, 'w')
  const piece = Buffer.alloc(1_000_000, 1)
  try {
    for (;;) await file.write(piece)
  } catch {
    // Full.
  } finally {
    await file.close()
  }
  return () => rm(path, { force: true })
}

async function unfinished(all: readonly Import[]): Promise<Import[]> {
  const states = await Promise.all(all.slice(-6).map((one) => readOutcome(db(), one)))
  return all.slice(-6).filter((_, i) => states[i]?.state === 'processing')
}

const stepNames = ['process-recording', 'transcribe-recording', 'protect-recording']

async function workAtHand(): Promise<string> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(distinct name, ' ' order by name) as names from job.job
    where state = 'active' and name = any (${stepNames}::text[])`.execute(db())
  return rows[0]?.names ?? 'between'
}

/** Gives up after a while, because all recordings may have ended. */
async function waitForWork(part: string): Promise<void> {
  const isAtWork = async () => {
    await skipRetryDelays(db())
    return (await workAtHand()).includes(part)
  }
  await waitFor(isAtWork, 20_000, 50).catch(() => {})
}

async function settle(all: readonly Import[], monitor: LeakMonitor): Promise<void> {
  await waitFor(
    async () => {
      await skipRetryDelays(db())
      return (await unfinished(all)).length === 0
    },
    timeout,
    300,
  )
  // Checked once more in their final state, then forgotten.
  const { rounds: before } = monitor
  await waitFor(async () => monitor.rounds >= before + 6, 60_000)
  for (const one of all) monitor.unwatch(one)
}

/** Neither the transcript nor the sound contains the secret. */
async function expectProtected(opened: readonly Import[]): Promise<void> {
  for (const one of isFull ? opened : opened.slice(0, 1)) {
    expect(textOf(await readSegments(db(), one))).not.toMatch(secret)
    const { rows } = await sql<{ key: string; has_audio: boolean }>`
      select r.rendition_key as key, r.has_audio from file f join recording r on r.id = f.recording_id
      where f.key = ${one.key}`.execute(db())
    // A truncated file may have video only.
    if (rows[0]?.has_audio !== true) continue
    const path = join(dir, `${one.key}.mp4`)
    await ffmpeg('-i', await bench.app.deps.store.presignDownload(rows[0].key), '-c', 'copy', path)
    expect(textOf(await transcribe(dir, path))).not.toMatch(secret)
    await rm(path)
  }
}

async function expectNothingLeft(): Promise<void> {
  const { rows } = await sql<{ closed: number; words: number }>`
    select (select count(*) from file where closed_recording_id is not null) as closed,
      (select count(*) from transcript_segment where text ~* ${secret.source}) as words`.execute(db())
  expect(rows[0]).toEqual({ closed: 0, words: 0 })
}
