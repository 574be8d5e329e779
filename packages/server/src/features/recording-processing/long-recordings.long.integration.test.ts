/** Long recordings, with and without speech. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countWordErrors } from '../../../../processors/test/speech/word-errors.ts'
import { rounds } from '../../../test/harness/full.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { waitForFinal } from '../../../test/harness/imports.ts'
import { watchTree } from '../../../test/harness/memory.ts'
import {
  ffmpeg,
  hasSpeechSamples,
  joinClips,
  readRecording,
  readSegments,
} from '../../../test/harness/recordings.ts'

const timeout = 1_800_000

let bench: ImportBench
let dir: string
beforeAll(async () => {
  bench = await openImportBench({ env: { INLET_WORKER_SLOTS: '1' } })
  dir = await mkdtemp(join(tmpdir(), 'inlet-long-'))
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

describe.runIf(hasSpeechSamples)('an hour of speech', () => {
  it('is transcribed in time, with the worker and its processes below 700 MB', { timeout }, async () => {
    const { path, clips } = await joinClips(dir, 'hour.mp4', rounds(60, 3600))
    const memory = watchTree(bench.workers[0]?.pid)
    const began = Date.now()
    const one = await bench.importFile('hour.mp4', await openAsBlob(path))
    await waitForFinal(bench.app.deps.db, [one], timeout)
    const tookMs = Date.now() - began
    const peak = memory()
    const segments = await readSegments(bench.app.deps.db, one)
    const recording = await readRecording(bench.app.deps.db, one)
    const { errors, words } = countWordErrors(
      clips.map((clip) => clip.text).join(' '),
      segments.map((segment) => segment.text).join(' '),
    )
    const startOff = Math.abs((segments[0]?.start_ms ?? 0) - (clips[0]?.startMs ?? 0))
    const endOff = Math.abs((segments.at(-1)?.end_ms ?? 0) - (clips.at(-1)?.endMs ?? 0))
    process.stdout.write(
      `recordings long_minutes=${((recording?.duration_ms ?? 0) / 60_000).toFixed(1)} wer=${(errors / words).toFixed(4)} took_s=${Math.round(tookMs / 1000)} peak_tree_mb=${Math.round(peak)} first_off_ms=${startOff} last_off_ms=${endOff}\n`,
    )
    expect(errors / words).toBeLessThanOrEqual(0.06)
    expect(peak).toBeLessThan(700)
    expect(startOff).toBeLessThanOrEqual(500)
    expect(endOff).toBeLessThanOrEqual(500)
    for (const [i, segment] of segments.entries()) {
      expect(segment.number).toBe(i)
      expect(segment.words.join(' ')).toBe(segment.text)
      expect(segment.start_ms).toBeGreaterThanOrEqual(segments[i - 1]?.start_ms ?? 0)
    }
  })
})

describe('half an hour without speech', () => {
  it.each([
    ['silence', 'anullsrc=r=16000:cl=mono'],
    ['noise', 'anoisesrc=r=16000:color=white:amplitude=0.3:seed=7'],
    ['low noise', 'anoisesrc=r=16000:color=brown:amplitude=0.5:seed=8'],
  ])('of %s has an empty transcript and a notice', { timeout }, async (name, source) => {
    const seconds = rounds(60, 1800)
    const path = join(dir, `${name}.flac`)
    await ffmpeg('-f', 'lavfi', '-i', source, '-t', String(seconds), path)
    const one = await bench.importFile(`${name}.flac`, await openAsBlob(path))
    const [outcome] = await waitForFinal(bench.app.deps.db, [one], timeout)
    expect(outcome?.state).toBe('completed')
    const segments = await readSegments(bench.app.deps.db, one)
    process.stdout.write(`recordings ${name.replace(' ', '_')}_s=${seconds} words=${segments.length}\n`)
    expect(segments).toEqual([])
    expect((await readRecording(bench.app.deps.db, one))?.notices).toEqual(['no_speech'])
  })
})
