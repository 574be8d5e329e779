/** What the settings make of recordings: real ffmpeg, real detectors, real ears. */

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, playAll } from '../../../test/chromium.ts'
import { faceFilms, makeMeeting } from '../../../test/faces.ts'
import { makeRoot, removeRoot } from '../../../test/job-dirs.ts'
import { endedProgramsCpuMs } from '../../sandbox/child-cpu.ts'
import { probeSandbox } from '../../sandbox/probe.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { fetchModels, joinSamples, modelsDir, recordClips, speak } from '../../speech/recordings.fixture.ts'
import { writeWav } from '../../speech/wav.fixture.ts'
import { detectorModels } from '../picture/detector-models.ts'
import { facePicturePx, loadFaceDetector } from '../picture/face-detector.ts'
import type { Secret } from '../sound/leaks.ts'
import type { PrivacySettings } from './privacy-plan.ts'
import {
  decodeAll,
  ffmpeg,
  firstBrightMs,
  firstLoudMs,
  hear,
  makeFlash,
  readDurations,
  render,
} from './private.fixture.ts'

const run = promisify(execFile)
const isFull = process.env['INLET_FULL'] === '1'
const timeout = 3_600_000

let root: string
let sandbox: Sandbox
beforeAll(async () => {
  root = await makeRoot()
  sandbox = await probeSandbox({ workRoot: root })
  await fetchModels()
}, 300_000)
afterAll(() => removeRoot(root))

const settings: Record<string, PrivacySettings> = {
  remove_video: { remove_video: true },
  blank_video: { blank_video: true },
  blur_entire_video: { anonymize_video: 'blur_entire_video' },
  blur_faces: { anonymize_video: 'blur_faces' },
  video_name_blur: { video_name_blur: true },
  remove_audio: { remove_audio: true },
  audio_modulation: { audio_modulation: true },
  redact_pii: { redact_pii: true },
}

function combinations(): [string, PrivacySettings][] {
  const names = Object.keys(settings)
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const))
  // The pairs that share a pass in different ways; all of them in full length.
  const some = ['blur_faces+redact_pii', 'blank_video+audio_modulation', 'audio_modulation+redact_pii']
  const wanted = pairs.filter((pair) => isFull || some.includes(pair.join('+')))
  return [
    ...names.map((name): [string, PrivacySettings] => [name, settings[name] ?? {}]),
    ...wanted.map(([a, b]): [string, PrivacySettings] => [`${a}+${b}`, { ...settings[b], ...settings[a] }]),
  ]
}

const atMs = 1200
const rendered: string[] = []
const beep: Secret = { startMs: 400, endMs: 600, text: 'nobody', isApproximate: false }

describe('every setting', () => {
  let flash: string
  beforeAll(async () => {
    flash = join(root, 'flash.mp4')
    await makeFlash(flash, { atMs, seconds: 3 })
  })

  it.each(combinations())('%s plays, as long as before and in step', { timeout }, async (name, wanted) => {
    const outputPath = join(root, `${name}.mp4`)
    const result = await render(
      { root, sandbox },
      { path: flash, settings: wanted, outputPath },
      { secrets: [beep], listen: async () => [] },
    )
    if (wanted.remove_video === true && wanted.remove_audio === true) {
      expect(result).toMatchObject({ ok: false, failure: { code: 'nothing_left' } })
      return
    }
    if (!result.ok) throw new Error(result.failure.message)
    await decodeAll(outputPath)
    rendered.push(outputPath)
    const before = await readDurations(flash)
    const after = await readDurations(outputPath)
    expect(after.video === null).toBe(wanted.remove_video === true)
    expect(after.audio === null).toBe(wanted.remove_audio === true)
    if (after.video !== null) expect(Math.abs(after.video - (before.video ?? 0))).toBeLessThanOrEqual(50)
    if (after.audio !== null) expect(Math.abs(after.audio - (before.audio ?? 0))).toBeLessThanOrEqual(50)
    if (after.audio !== null) {
      const loudMs = (await firstLoudMs(outputPath)) ?? 0
      // The beep is what is heard first, where there is one.
      expect(Math.abs(loudMs - (result.report.beeps > 0 ? 200 : atMs))).toBeLessThanOrEqual(60)
    }
    if (after.video !== null && wanted.blank_video !== true)
      expect(Math.abs(((await firstBrightMs(outputPath)) ?? 0) - atMs)).toBeLessThanOrEqual(50)
    if (wanted.blank_video === true && after.video !== null)
      expect(await firstBrightMs(outputPath)).toBeNull()
    expect(result.posterPath === null).toBe(after.video === null)
    expect(result.waveform === null).toBe(after.audio === null)
  })

  it.runIf(isFull && hasChromium)('plays in a browser', { timeout }, async () => {
    for (const [i, played] of (await playAll(rendered)).entries()) {
      expect(played, rendered[i]).toMatchObject({ error: null })
      expect(played.playedMs, rendered[i]).toBeGreaterThan(1000)
      expect(Math.abs(played.durationMs - 3000), rendered[i]).toBeLessThanOrEqual(60)
    }
    process.stdout.write(`privacy played_in_chromium=${rendered.length}\n`)
  })

  it('copies what no setting touches', { timeout }, async () => {
    const outputPath = join(root, 'kept.mp4')
    await render({ root, sandbox }, { path: flash, settings: { audio_modulation: true }, outputPath })
    const md5 = async (path: string) =>
      (await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-'])).stdout
    expect(await md5(outputPath)).toBe(await md5(flash))
  })

  it('leaves no tags', { timeout }, async () => {
    const path = join(root, 'tagged.mp4')
    await ffmpeg(
      '-i',
      flash,
      '-c',
      'copy',
      '-metadata',
      'title=Jane Doe',
      '-metadata',
      'location=+52.5+13.4/',
      path,
    )
    const outputPath = join(root, 'untagged.mp4')
    const result = await render({ root, sandbox }, { path, settings: {}, outputPath })
    expect(result.ok).toBe(true)
    expect((await readFile(outputPath)).includes('Jane')).toBe(false)
  })

  it('fails when a detector is missing, and when it cannot be loaded', { timeout }, async () => {
    const input = { path: flash, settings: settings['blur_faces'] ?? {}, outputPath: join(root, 'never.mp4') }
    const attempt = render({ root, sandbox }, input, { modelsDir: join(root, 'nothing') })
    await expect(attempt).rejects.toMatchObject({ code: 'detector_missing' })
    const broken = join(root, 'broken')
    for (const name of Object.values(detectorModels)) {
      await run('mkdir', ['-p', join(broken, name, '..')])
      await writeFile(join(broken, name), 'no model')
    }
    await expect(render({ root, sandbox }, input, { modelsDir: broken })).rejects.toMatchObject({
      code: 'detector_failed',
    })
  })
})

describe('beeps', () => {
  const sentences = [
    ['My name is Jennifer Thompson and I like gardens.', 'Jennifer Thompson'],
    ['We moved to Chicago two winters ago.', 'Chicago'],
    ['Please ask for Margaret at the front desk.', 'Margaret'],
    ['My doctor is called Benjamin Walker these days.', 'Benjamin Walker'],
  ] as const

  it('hide what was said from a recogniser', { timeout }, async () => {
    const rounds = isFull ? 14 : 1
    const parts: Int16Array[] = []
    for (let i = 0; i < rounds; i += 1) {
      for (const [sentence] of sentences) parts.push(await speak(sentence), new Int16Array(16_000))
    }
    await checkSecrets('synthetic', joinSamples(parts), (text) =>
      sentences.flatMap(([, secret]) => secret.toLowerCase().split(' ')).includes(text),
    )
  })

  it.runIf(isFull)('hide what was said in real speech', { timeout }, async () => {
    const recording = await recordClips()
    if (recording === null) return
    // Every ninth word is taken for a secret: speech that nobody made for this.
    let count = 0
    await checkSecrets('real', joinSamples([recording.samples, recording.samples]), (text) => {
      if (text.length < 5) return false
      count += 1
      return count % 3 === 0
    })
  })

  async function checkSecrets(kind: string, samples: Int16Array, isSecret: (word: string) => boolean) {
    const wavPath = join(root, `${kind}.wav`)
    await writeFile(wavPath, writeWav(samples))
    const path = join(root, `${kind}.m4a`)
    await ffmpeg('-i', wavPath, '-c:a', 'aac', '-b:a', '128k', path)
    const spoken = await hear(wavPath)
    const secrets = spoken.flatMap(({ words }) =>
      words
        .filter((word) => isSecret(word.text.toLowerCase().replaceAll(/[^a-z]/g, '')))
        .map((word): Secret => ({ ...word, isApproximate: true })),
    )
    expect(secrets.length).toBeGreaterThanOrEqual(4)
    const outputPath = join(root, `${kind}-beeped.m4a`)
    const result = await render(
      { root, sandbox },
      { path, settings: { redact_pii: true }, outputPath },
      { secrets, spoken },
    )
    if (!result.ok) throw new Error(result.failure.message)
    const heardPath = join(root, `${kind}-heard.wav`)
    await ffmpeg('-i', outputPath, '-ac', '1', '-ar', '16000', heardPath)
    const heard = await hear(heardPath)
    const recognised = secrets.filter((secret) =>
      heard.some(({ words }) =>
        words.some(
          (word) =>
            Math.abs(word.startMs - secret.startMs) < 1500 &&
            word.text.toLowerCase().replaceAll(/[^a-z]/g, '') ===
              secret.text.toLowerCase().replaceAll(/[^a-z]/g, '') &&
            !spoken.some((segment) =>
              segment.words.some(
                (other) =>
                  other.text === word.text &&
                  other.startMs !== secret.startMs &&
                  Math.abs(other.startMs - word.startMs) < 1500,
              ),
            ),
        ),
      ),
    )
    process.stdout.write(
      `privacy speech=${kind} secrets=${secrets.length} recognised=${recognised.length} mended=${result.report.mended}\n`,
    )
    expect(recognised).toEqual([])
    const { format } = await readDurations(outputPath)
    expect(Math.abs(format - samples.length / 16)).toBeLessThanOrEqual(50)
  }

  it.runIf(isFull)('cost little, however many: an hour with 500 of them', { timeout }, async () => {
    const path = join(root, 'hour.m4a')
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'anoisesrc=r=48000:a=0.1:c=pink',
      '-t',
      '3600',
      '-ac',
      '2',
      '-c:a',
      'aac',
      '-b:a',
      '128k',
      path,
    )
    const secrets = Array.from(
      { length: 500 },
      (_, i): Secret => ({
        startMs: 3000 + i * 7000,
        endMs: 3600 + i * 7000,
        text: '',
        isApproximate: true,
      }),
    )
    const input = { path, outputPath: join(root, 'hour-beeped.m4a'), settings: { redact_pii: true } }
    const cpu = async (work: () => Promise<unknown>) => {
      const before = await endedProgramsCpuMs()
      await work()
      return (await endedProgramsCpuMs()) - before
    }
    const beeped = await cpu(() => render({ root, sandbox }, input, { secrets, listen: async () => [] }))
    const plain = await cpu(() =>
      ffmpeg(
        '-threads',
        '1',
        '-i',
        path,
        '-threads',
        '1',
        '-c:a',
        'aac',
        '-b:a',
        '128k',
        join(root, 'hour-plain.m4a'),
      ),
    )
    process.stdout.write(
      `privacy hour_500_beeps_cpu_s=${(beeped / 1000).toFixed(1)} plain_s=${(plain / 1000).toFixed(1)} ratio=${(beeped / plain).toFixed(2)}\n`,
    )
    const after = await readDurations(join(root, 'hour-beeped.m4a'))
    expect(Math.abs(after.format - 3_600_000)).toBeLessThanOrEqual(50)
    expect(beeped / plain).toBeLessThanOrEqual(1.5)
  })
})

describe('faces and names', () => {
  it('of a call are covered', { timeout }, async () => {
    const films = await faceFilms()
    if (films === null) return
    const path = join(root, 'meeting.mp4')
    const seconds = isFull ? 24 : 4
    await makeMeeting(path, films, seconds)
    const outputPath = join(root, 'meeting-covered.mp4')
    const result = await render(
      { root, sandbox },
      { path, settings: { anonymize_video: 'blur_faces' }, outputPath },
    )
    if (!result.ok) throw new Error(result.failure.message)
    const before = await countFaces(path)
    const after = await countFaces(outputPath)
    process.stdout.write(
      `privacy meeting_seconds=${seconds} faces_before=${before} faces_after=${after} mended=${result.report.mended}\n`,
    )
    expect(before).toBeGreaterThan(seconds * 4)
    expect(after).toBeLessThanOrEqual(before * 0.002)
    const names = ['Franck', 'Dupont', 'Alice', 'Walker', 'Robert', 'Klein', 'Maria', 'Santos']
    const read = async (file: string) => {
      const png = join(root, 'frame.png')
      await ffmpeg('-ss', String(seconds / 2), '-i', file, '-frames:v', '1', '-vf', 'scale=2560:-1', png)
      const { stdout } = await run('tesseract', [png, '-', '--psm', '11'])
      return names.filter((name) => stdout.includes(name))
    }
    expect((await read(path)).length).toBeGreaterThanOrEqual(4)
    expect(await read(outputPath)).toEqual([])
  })

  /** At other moments than those the product looks at. */
  async function countFaces(path: string): Promise<number> {
    const detector = await loadFaceDetector(join(modelsDir, detectorModels.faces))
    const filters = `fps=5,scale=640:360:flags=area,pad=${facePicturePx}:${facePicturePx}`
    const words = ['-v', 'error', '-i', path, '-vf', filters, '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1']
    const { stdout } = await run('ffmpeg', words, { encoding: 'buffer', maxBuffer: 1e9 })
    const bytes = facePicturePx ** 2 * 3
    let count = 0
    for (let at = 0; at + bytes <= stdout.length; at += bytes) {
      count += (await detector.detect(stdout.subarray(at, at + bytes), { width: 640, height: 360 }, 0.8))
        .length
    }
    return count
  }
})
