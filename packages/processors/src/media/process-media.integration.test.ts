import { existsSync } from 'node:fs'
import { readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  decodedMs,
  ffmpeg,
  h264,
  makeRecording,
  mediaExtensions,
  picture,
  readProbe,
  tone,
  videoExtensions,
} from '../../test/fixtures/media.ts'
import type { Input } from '../../test/job-dirs.ts'
import { useSandbox, withInput } from '../../test/job-dirs.ts'
import { samplePath } from '../../test/samples.ts'
import { processMedia } from './process-media.ts'
import type { ProcessedMedia } from './processed-media.ts'

const env = useSandbox()

/** Processes a recording; `use` sees the files before they are removed. */
function see(input: Input, use: (media: ProcessedMedia) => Promise<void> = async () => {}) {
  return withInput(env.root, input, async (file) => {
    const result = await processMedia({ sandbox: env.sandbox, ...file })
    if (result.ok) await use(result)
    return result
  })
}

/** Decodes the whole file and fails on the first error. */
async function expectPlayable({ rendition, durationMs }: ProcessedMedia, sourceMs: number): Promise<void> {
  await ffmpeg('-xerror', '-i', rendition.path, '-f', 'null', '-')
  const seconds = Number(/duration=([\d.]+)/.exec(await readProbe(rendition.path, 'format=duration'))?.[1])
  expect(Math.abs(seconds * 1000 - durationMs)).toBeLessThanOrEqual(1)
  expect(Math.abs(durationMs - sourceMs)).toBeLessThanOrEqual(50)
  if (!rendition.contentType.endsWith('/mp4')) return
  const bytes = await readFile(rendition.path)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
}

async function expectRecognizable({ recognitionAudioPath, waveform, durationMs }: ProcessedMedia) {
  const seen = await readProbe(recognitionAudioPath ?? '', 'stream=codec_name,sample_rate,channels,duration')
  expect(seen).toContain('codec_name=pcm_s16le|sample_rate=16000|channels=1|')
  const heardMs = Number(/duration=([\d.]+)/.exec(seen)?.[1]) * 1000
  expect(Math.abs(heardMs - durationMs)).toBeLessThanOrEqual(60)
  expect(waveform?.msPerPeak).toBe(10)
  expect(Math.abs((waveform?.peaks.length ?? 0) * 10 - heardMs)).toBeLessThanOrEqual(10)
  expect(Math.min(...(waveform?.peaks ?? []))).toBeGreaterThanOrEqual(0)
  expect(Math.max(...(waveform?.peaks ?? []))).toBeGreaterThan(10)
}

describe('each type', () => {
  const sample = (extension: string) => samplePath('media', `m.${extension}`)
  const copied = ['mp4', 'mov', 'm4v', 'mkv', 'm4a', 'aac', 'mp3']

  it.concurrent.each(
    mediaExtensions.filter((extension) => extension !== 'amr' || existsSync(sample(extension))),
  )('.%s can be played, recognized and shown', async (extension) => {
    const path = existsSync(sample(extension)) ? sample(extension) : await makeRecording(env.root, extension)
    const hasVideo = videoExtensions.includes(extension)
    const sourceMs = await decodedMs(path)
    const seen = await see(path, async (media) => {
      await expectPlayable(media, sourceMs)
      await expectRecognizable(media)
      if (media.posterPath === null) return
      expect(await sharp(media.posterPath).metadata()).toMatchObject({ format: 'webp', width: 320 })
    })
    expect(seen).toMatchObject({ ok: true, hasVideo, hasAudio: true, notices: [] })
    expect(seen).toMatchObject({ rendition: { isCopy: copied.includes(extension) } })
    expect(seen.ok && seen.posterPath !== null).toBe(hasVideo)
  })
})

describe('a recording', () => {
  it('without sound is processed, with even dimensions and square pixels', async () => {
    const path = join(env.root, 'silent.avi')
    await ffmpeg(...picture(1, '321x181', '30000/1001'), '-c:v', 'mpeg4', '-aspect', '2:1', path)
    const seen = await see(path, async ({ rendition }) => {
      const shown = await readProbe(rendition.path, 'stream=codec_type,width,height,sample_aspect_ratio')
      expect(shown.trim()).toBe('stream|codec_type=video|width=360|height=180|sample_aspect_ratio=1:1')
    })
    expect(seen).toMatchObject({ ok: true, hasVideo: true, hasAudio: false })
    expect(seen).toMatchObject({ recognitionAudioPath: null, waveform: null })
  })

  it('with cover art is audio without the cover', async () => {
    const path = join(env.root, 'cover.mp3')
    const cover = ['-map', '1', '-frames:v', '1', '-c:v', 'png', '-disposition:v', 'attached_pic']
    await ffmpeg(...tone(1), ...picture(1), '-map', '0', ...cover, '-metadata', 'title=secret-title', path)
    const seen = await see(path, async ({ rendition }) => {
      expect(await readProbe(rendition.path, 'stream=codec_type:format_tags')).not.toMatch(/video|secret/)
    })
    expect(seen).toMatchObject({ ok: true, hasVideo: false, hasAudio: true, posterPath: null })
    expect(seen).toMatchObject({ rendition: { contentType: 'audio/mpeg', isCopy: true } })
  })

  it('from a phone stays upright and loses its location', async () => {
    const [flat, path] = [join(env.root, 'flat.mov'), join(env.root, 'phone.mov')]
    await ffmpeg(...picture(1), ...h264, flat)
    const tags = ['-metadata', 'location=+48.1/', '-metadata:s:v', 'handler_name=secret']
    await ffmpeg('-i', flat, '-c', 'copy', '-metadata:s:v', 'rotate=90', ...tags, path)
    const madeWith = await readProbe(path, 'format_tags:stream_tags')
    expect([madeWith.includes('48.1'), madeWith.includes('secret')]).toEqual([true, true])
    const seen = await see(path, async ({ rendition, posterPath }) => {
      expect(await readProbe(rendition.path, 'format_tags:stream_tags')).not.toMatch(/48\.1|secret/)
      expect(await sharp(posterPath ?? '').metadata()).toMatchObject({ width: 180, height: 320 })
    })
    expect(seen).toMatchObject({ ok: true, rendition: { isCopy: true } })
  })

  it('above 1080p is scaled down when it must be encoded anyway', async () => {
    const path = join(env.root, 'tall.avi')
    await ffmpeg(...picture(0.4, '1440x2560', '5'), '-c:v', 'mpeg4', path)
    await see(path, async ({ rendition }) => {
      expect(await readProbe(rendition.path, 'stream=width,height')).toBe('stream|width=1080|height=1920\n')
    })
  })

  it('from a browser without a duration gets one', async () => {
    const path = join(env.root, 'live.webm')
    const codecs = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-live', '1']
    await ffmpeg(...picture(1), ...tone(1), ...codecs, path)
    expect(await readProbe(path, 'format=duration')).toContain('duration=N/A')
    const seen = await see(path)
    expect(seen.ok && Math.abs(seen.durationMs - 1000)).toBeLessThanOrEqual(50)
  })

  it('whose sound starts late keeps words at the right time', async () => {
    const path = join(env.root, 'late.mkv')
    await ffmpeg(...picture(3), '-itsoffset', '1', ...tone(1), ...h264, '-c:a', 'aac', path)
    const seen = await see(path)
    const firstLoud = seen.ok ? (seen.waveform?.peaks.findIndex((peak) => peak > 5) ?? 0) : 0
    expect(Math.abs(firstLoud * 10 - 1000)).toBeLessThanOrEqual(50)
  })
})

describe('a broken file', () => {
  it('without its index is damaged; a truncated one plays up to its end, with a notice', async () => {
    const [cut, playable] = [join(env.root, 'cut.mp4'), join(env.root, 'playable.mp4')]
    await ffmpeg(...picture(8), ...tone(8), ...h264, cut)
    await ffmpeg('-i', cut, '-c', 'copy', '-movflags', '+faststart', playable)
    const { size } = await stat(playable)
    await truncate(cut, Math.floor(size * 0.6))
    await truncate(playable, Math.floor(size * 0.6))
    expect(await see(cut)).toMatchObject({ failure: { code: 'damaged' } })
    const seen = await see(playable)
    expect(seen).toMatchObject({ ok: true, notices: ['ends_early'] })
    expect(seen.ok && seen.durationMs).toBeLessThan(6000)
  })

  it.each([
    ['empty.mp4', '', 'file_empty'],
    ['zeros.mkv', Buffer.alloc(5000), 'damaged'],
    ['noise.mp3', Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * at * 31) % 251)), 'damaged'],
    ['document.mp4', '%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\n', 'type_mismatch'],
    ['text.mpeg', 'Just some words.\n', 'type_mismatch'],
    ['film.m3u8', '#EXTM3U\n', 'unsupported'],
  ])('%s ends with a reason', async (name, content, code) => {
    expect(await see({ name, content })).toMatchObject({ ok: false, failure: { code } })
  })

  it('is distinguished from a valid file of another type', async () => {
    const content = await readFile(await makeRecording(env.root, 'wav'))
    const seen = await see({ name: 'really-a-wav.mp3', content })
    expect(seen.ok || seen.failure.message).toContain('a WAV recording')
  })
})
