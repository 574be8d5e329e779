import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ffmpeg, picture, tone } from '../../test/fixtures/media.ts'
import { useSandbox, withInput } from '../../test/job-dirs.ts'
import { sandboxedUnder } from '../../test/processes.ts'
import { processMedia } from './process-media.ts'
import type { MediaProgress } from './processed-media.ts'

const env = useSandbox()

/** MP3 frames are independent: one minute, repeated. */
async function longTone(minutes: number): Promise<Buffer> {
  const path = join(env.root, 'minute.mp3')
  await ffmpeg(...tone(60, 8000), '-b:a', '16k', '-id3v2_version', '0', '-write_xing', '0', path)
  const minute = await readFile(path)
  return Buffer.concat(Array.from({ length: minutes }, () => minute))
}

/** The peak memory growth of this process while `work` runs. */
async function memoryGrowth(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  await work().finally(() => clearInterval(watch))
  return Math.max(most, process.memoryUsage().rss) - before
}

describe('an hour', () => {
  it('takes no more memory than a minute, and reports progress', async () => {
    const content = await longTone(60)
    const seen: MediaProgress[] = []
    await withInput(env.root, { name: 'a.mp3', content }, async (file) => {
      const growth = await memoryGrowth(async () => {
        const result = await processMedia({
          sandbox: env.sandbox,
          ...file,
          onProgress: (progress) => seen.push(progress),
        })
        expect(result).toMatchObject({ ok: true, rendition: { isCopy: true } })
        if (!result.ok) return
        expect(Math.abs(result.durationMs / 3_600_000 - 1)).toBeLessThan(0.01)
        expect(result.waveform?.peaks).toHaveLength(4000)
      })
      // The recognition audio alone is 115 MB.
      expect(growth).toBeLessThan(60e6)
    })
    const listening = seen.filter(({ stage }) => stage === 'listening').map(({ percent }) => percent)
    expect(listening.length).toBeGreaterThan(3)
    expect(listening).toEqual([...new Set(listening)].sort((a, b) => a - b))
    expect([listening[0], listening.at(-1)]).toEqual([0, 100])
  })
})

describe('a costly conversion', () => {
  let path: string
  beforeAll(async () => {
    path = join(env.root, 'costly.avi')
    await ffmpeg(...picture(8, '1920x1080', '15'), '-c:v', 'mpeg4', '-q:v', '8', path)
  })

  it('stops at once when aborted and leaves nothing behind', async () => {
    const aborting = new AbortController()
    const onProgress = ({ stage, percent }: MediaProgress) => {
      if (stage === 'converting' && percent > 0) aborting.abort(new Error('enough'))
    }
    await withInput(env.root, path, async (file) => {
      const work = processMedia({ sandbox: env.sandbox, ...file, signal: aborting.signal, onProgress })
      await expect(work).rejects.toThrow('enough')
      expect(await sandboxedUnder(env.root)).toEqual([])
    })
  })

  it.each([
    ['before it starts', 1],
    ['on the way', 1000],
  ])('that takes too long %s fails with the message for recordings', async (_, wallMs) => {
    const seen = await withInput(env.root, path, (file) =>
      processMedia({ sandbox: env.sandbox, ...file, wallMs }),
    )
    expect(seen).toMatchObject({ failure: { code: 'took_too_long' } })
    expect(seen.ok || seen.failure.message).toContain('recording')
    expect(await sandboxedUnder(env.root)).toEqual([])
  })
})
