/** Recordings through the whole service: uploaded, converted and transcribed by a worker, read from the database. */
import { existsSync, openAsBlob, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countWordErrors } from '../../../../processors/test/speech/word-errors.ts'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { callApi, type Import, waitForFinal } from '../../../test/harness/imports.ts'
import {
  ffmpeg,
  hasSpeechSamples,
  readRecording,
  readSegments,
  samplesDir,
  speechClips,
} from '../../../test/harness/recordings.ts'

const timeout = 300_000
const mediaDir = join(samplesDir, 'media')
const hostileDir = join(samplesDir, 'hostile')

let bench: ImportBench
let dir: string
beforeAll(async () => {
  bench = await openImportBench()
  dir = await mkdtemp(join(tmpdir(), 'inlet-recordings-'))
})
afterAll(async () => {
  await bench.close()
  await rm(dir, { recursive: true, force: true })
})

const importPath = async (name: string, path: string, projectId?: number) =>
  bench.importFile(name, await openAsBlob(path), projectId === undefined ? {} : { projectId })
const status = async ({ key }: Import) =>
  (await callApi(bench.app.url, bench.token, `/files/${key}/status`)).json() as Promise<
    Record<string, unknown>
  >

describe.runIf(existsSync(mediaDir))('samples of every extension', () => {
  it('complete with a playable rendition, a waveform and a transcript', { timeout }, async () => {
    const names = readdirSync(mediaDir).sort()
    expect(names).toHaveLength(17)
    const imports: Import[] = []
    for (const name of names) imports.push(await importPath(name, join(mediaDir, name)))
    const outcomes = await waitForFinal(bench.app.deps.db, imports, timeout)
    expect(outcomes.map(({ state }, i) => [names[i], state])).toEqual(
      names.map((name) => [name, 'completed']),
    )
    for (const [i, one] of imports.entries()) {
      const recording = await readRecording(bench.app.deps.db, one)
      expect(recording, names[i]).toMatchObject({
        engine: 'local',
        model: 'moonshine-tiny-en',
        language: 'en-US',
        completed_at: expect.any(Date),
        speech_key: null,
      })
      expect(recording?.peak_count ?? 0, names[i]).toBeGreaterThan(10)
      expect(recording?.duration_ms ?? 0, names[i]).toBeGreaterThan(500)
      expect(await bench.app.deps.store.head(recording?.rendition_key ?? ''), names[i]).not.toBeNull()
      expect(recording?.poster_key === null, names[i]).toBe(!recording?.has_video)
    }
  })
})

describe.runIf(hasSpeechSamples)('real speech', () => {
  it('is transcribed with at most 10 % word errors per clip and 5 % on average', { timeout }, async () => {
    const clips = await speechClips()
    const imports: Import[] = []
    for (const clip of clips) imports.push(await importPath(clip.name, clip.path))
    await waitForFinal(bench.app.deps.db, imports, timeout)
    const rates: number[] = []
    for (const [i, one] of imports.entries()) {
      const heard = (await readSegments(bench.app.deps.db, one)).map((segment) => segment.text).join(' ')
      const { errors, words } = countWordErrors(clips[i]?.text ?? '', heard)
      process.stdout.write(`recordings clip=${clips[i]?.name} wer=${(errors / words).toFixed(3)}\n`)
      rates.push(errors / words)
    }
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
    process.stdout.write(`recordings mean_wer=${mean.toFixed(3)}\n`)
    expect(Math.max(...rates)).toBeLessThanOrEqual(0.1)
    expect(mean).toBeLessThanOrEqual(0.05)
  })
})

describe('a recording', () => {
  it('without sound completes with an empty transcript and a notice', { timeout }, async () => {
    const path = join(dir, 'silent-film.mp4')
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc=duration=2:size=320x180:rate=10', '-c:v', 'libx264', path)
    const one = await importPath('silent-film.mp4', path)
    await waitForFinal(bench.app.deps.db, [one], timeout)
    const answer = await status(one)
    expect(answer['status']).toBe('completed')
    expect(answer['notices']).toEqual([expect.stringContaining('has no sound')])
    expect(await readSegments(bench.app.deps.db, one)).toEqual([])
    expect(await readRecording(bench.app.deps.db, one)).toMatchObject({
      engine: 'none',
      notices: ['no_audio'],
    })
  })

  it('that is damaged fails with its reason', { timeout }, async () => {
    const broken = await bench.importFile('broken.mp4', new Blob([new Uint8Array(4096).fill(7)]))
    const empty = await bench.importFile('empty.wav', '')
    await waitForFinal(bench.app.deps.db, [broken, empty], timeout)
    expect((await status(broken))['status']).toBe('error')
    expect(String((await status(broken))['error_reason'])).toMatch(/\. .*\./)
    expect(String((await status(empty))['error_reason'])).toContain('empty')
  })

  it.runIf(existsSync(hostileDir))('that is a playlist of other files is rejected', { timeout }, async () => {
    const names = ['playlist-as.mp4', 'concat-as.avi']
    const imports = await Promise.all(names.map((name) => importPath(name, join(hostileDir, name))))
    const outcomes = await waitForFinal(bench.app.deps.db, imports, timeout)
    expect(outcomes.map((outcome) => outcome.failure_code)).toEqual(['type_mismatch', 'type_mismatch'])
  })

  it('in an unsupported language fails with that reason and can still be played', { timeout }, async () => {
    const made = await callApi(bench.app.url, bench.token, '/projects/create', {
      name: 'Interviews',
      transcript_language: 'de-DE',
    })
    const { id } = (await made.json()) as { id: number }
    const path = join(dir, 'ton.wav')
    await ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=440:duration=1', path)
    const one = await importPath('gespräch.wav', path, id)
    await waitForFinal(bench.app.deps.db, [one], timeout)
    const answer = await status(one)
    expect(answer['status']).toBe('error')
    expect(String(answer['error_reason'])).toContain('German (Germany) (de-DE)')
    const recording = await readRecording(bench.app.deps.db, one)
    expect(await bench.app.deps.store.head(recording?.rendition_key ?? '')).not.toBeNull()
  })
})
