/** Every privacy setting with the real ffmpeg, detectors and speech engine. */

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, playAll } from '../../../test/chromium.ts'
import {
  decodeAll,
  ffmpeg,
  firstBrightMs,
  firstLoudMs,
  makeFlash,
  prepareRoom,
  readDurations,
  render,
} from '../../../test/privacy/protected-media.ts'
import { detectorModels } from '../picture/detector-models.ts'
import type { Secret } from '../sound/leaks.ts'
import { soundGraph } from '../sound/sound-graph.ts'
import { voiceFile, writeVoiceSteps } from '../sound/voice-steps.ts'
import type { PrivacySettings } from './privacy-plan.ts'

const run = promisify(execFile)
const isFull = process.env['INLET_FULL'] === '1'
const timeout = 3_600_000

const room = prepareRoom()

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
  // Two combinations that share a pass, and the settings in neither; all combinations in the full run.
  const some = ['blur_faces+redact_pii', 'blank_video+audio_modulation']
  const wanted = pairs.filter((pair) => isFull || some.includes(pair.join('+')))
  const alone = names.filter((name) => isFull || !some.some((pair) => pair.split('+').includes(name)))
  return [
    ...alone.map((name): [string, PrivacySettings] => [name, settings[name] ?? {}]),
    ...wanted.map(([a, b]): [string, PrivacySettings] => [`${a}+${b}`, { ...settings[b], ...settings[a] }]),
  ]
}

const atMs = 1200
const rendered: string[] = []
const beep: Secret = { startMs: 400, endMs: 600, text: 'nobody', isApproximate: false }

let flash: string
beforeAll(async () => {
  flash = join(room.root, 'flash.mp4')
  await makeFlash(flash, { atMs, seconds: 3 })
})

describe('every setting', () => {
  it.each(combinations())('%s plays, as long as before and in step', { timeout }, async (name, wanted) => {
    const outputPath = join(room.root, `${name}.mp4`)
    const result = await render(
      room,
      { path: flash, settings: wanted, outputPath },
      { secrets: [beep], transcribe: async () => [] },
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
      // The beep, if there is one, is the first sound.
      expect(Math.abs(loudMs - (result.report.beeps > 0 ? 200 : atMs))).toBeLessThanOrEqual(60)
    }
    if (after.video !== null && wanted.blank_video !== true)
      expect(Math.abs(((await firstBrightMs(outputPath)) ?? 0) - atMs)).toBeLessThanOrEqual(50)
    if (wanted.blank_video === true && after.video !== null)
      expect(await firstBrightMs(outputPath)).toBeNull()
    expect(result.posterPath === null).toBe(after.video === null)
    expect(result.waveform === null).toBe(after.audio === null)
  })

  it.runIf(hasChromium)('plays in a browser', { timeout }, async () => {
    const files = isFull ? rendered : rendered.filter((path) => path.includes('+'))
    for (const [i, played] of (await playAll(files)).entries()) {
      expect(played, files[i]).toMatchObject({ error: null })
      expect(played.playedMs, files[i]).toBeGreaterThan(1000)
      expect(Math.abs(played.durationMs - 3000), files[i]).toBeLessThanOrEqual(60)
    }
    process.stdout.write(`privacy played_in_chromium=${files.length}\n`)
  })

  it('copies streams that no setting affects', { timeout }, async () => {
    const outputPath = join(room.root, 'kept.mp4')
    await render(room, { path: flash, settings: { audio_modulation: true }, outputPath })
    const md5 = async (path: string) =>
      (await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-'])).stdout
    expect(await md5(outputPath)).toBe(await md5(flash))
  })
})

describe('a rendered recording', () => {
  it('starts an altered voice without uninitialized filter memory', {
    timeout,
  }, async () => {
    await writeFile(join(room.root, voiceFile), writeVoiceSteps(2_000))
    const graph = soundGraph({
      index: 0,
      durationMs: 2_000,
      channels: 1,
      beeps: false,
      alters: true,
      nextInput: 1,
    })
    const input = ['-f', 'lavfi', '-t', '2', '-i', 'anullsrc=r=48000:cl=mono']
    const words = [
      '-v',
      'error',
      ...input,
      '-filter_complex',
      graph,
      '-map',
      '[sound]',
      '-f',
      's16le',
      'pipe:1',
    ]
    // Typical of uninitialized memory.
    const env = { ...process.env, MALLOC_PERTURB_: '191' }
    const { stdout } = await run('ffmpeg', words, { encoding: 'buffer', cwd: room.root, env })
    expect(stdout.length).toBe(2 * 96_000)
    expect(stdout.some((byte) => byte !== 0)).toBe(false)
  })

  it('removes metadata tags', { timeout }, async () => {
    const path = join(room.root, 'tagged.mp4')
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
    const outputPath = join(room.root, 'untagged.mp4')
    const result = await render(room, { path, settings: {}, outputPath })
    expect(result.ok).toBe(true)
    expect((await readFile(outputPath)).includes('Jane')).toBe(false)
  })

  it('fails if a detector is missing or cannot be loaded', { timeout }, async () => {
    const input = {
      path: flash,
      settings: settings['blur_faces'] ?? {},
      outputPath: join(room.root, 'never.mp4'),
    }
    const attempt = render(room, input, { modelsDir: join(room.root, 'nothing') })
    await expect(attempt).rejects.toMatchObject({ code: 'detector_missing' })
    const broken = join(room.root, 'broken')
    for (const name of Object.values(detectorModels)) {
      await run('mkdir', ['-p', join(broken, name, '..')])
      await writeFile(join(broken, name), 'no model')
    }
    await expect(render(room, input, { modelsDir: broken })).rejects.toMatchObject({
      code: 'detector_failed',
    })
  })
})
