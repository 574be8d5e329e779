/** Crashes of workers during transcription: saved chunks are kept, nothing is lost, and little is transcribed twice. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../../../test/harness/full.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { callApi, type Import, waitForFinal } from '../../../test/harness/imports.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { hasSpeechSamples, joinClips, readRecording, readSegments } from '../../../test/harness/recordings.ts'

const timeout = 3_000_000
const mostHeardTwiceMs = 120_000

let bench: ImportBench
let dir: string
beforeAll(async () => {
  bench = await openImportBench({ workers: 0, env: { INLET_WORKER_SLOTS: '1' } })
  dir = await mkdtemp(join(tmpdir(), 'inlet-listening-'))
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const heardMs = async (one: Import) => (await readRecording(bench.app.deps.db, one))?.heard_ms ?? 0

async function progressStage(one: Import): Promise<string | undefined> {
  const answer = await callApi(bench.app.url, bench.token, `/files/${one.key}/status`)
  const { progress } = (await answer.json()) as { progress?: { stage: string } }
  return progress?.stage
}

describe.runIf(hasSpeechSamples)('kill -9 of the worker during a transcription', () => {
  it('results in the same transcript, however often it happens', { timeout }, async () => {
    const kills = rounds(2, 20)
    const { path } = await joinClips(dir, 'talk.mp3', rounds(90, 1200))
    const content = await openAsBlob(path)

    const calm = bench.startWorker()
    const undisturbed = await bench.importFile('undisturbed.mp3', content)
    // A kill makes the next worker repeat at most the longest chunk.
    let longestMs = 0
    let seenMs = 0
    const stages = new Set<string>()
    await waitFor(async () => {
      const ms = await heardMs(undisturbed)
      longestMs = Math.max(longestMs, ms - seenMs)
      seenMs = ms
      const stage = await progressStage(undisturbed)
      if (stage) stages.add(stage)
      return (await readRecording(bench.app.deps.db, undisturbed))?.completed_at instanceof Date
    }, timeout)
    await stopProcess(calm)
    expect(stages).toContain('transcribing')

    const disturbed = await bench.importFile('disturbed.mp3', content)
    for (let i = 0; i < kills; i += 1) {
      const before = await heardMs(disturbed)
      const worker = bench.startWorker()
      await waitFor(async () => (await heardMs(disturbed)) > before, 120_000)
      await sleep(Math.random() * 1_500)
      await stopProcess(worker, 'SIGKILL')
    }
    expect((await readRecording(bench.app.deps.db, disturbed))?.completed_at).toBeNull()
    bench.startWorker()
    const [outcome] = await waitForFinal(bench.app.deps.db, [disturbed], timeout)
    expect(outcome?.state).toBe('completed')
    expect(await readSegments(bench.app.deps.db, disturbed)).toEqual(
      await readSegments(bench.app.deps.db, undisturbed),
    )
    process.stdout.write(`recordings kills=${kills} transcribed_twice_per_kill_ms<=${longestMs}\n`)
    expect(longestMs).toBeLessThanOrEqual(mostHeardTwiceMs)
  })
})
