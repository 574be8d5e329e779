import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ffmpeg, picture, tone } from '../../test/fixtures/media.ts'
import { makeRoot, removeRoot, withInput } from '../../test/job-dirs.ts'
import { sandboxedUnder } from '../../test/processes.ts'
import { probeSandbox } from '../sandbox/probe.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { processMedia } from './process-media.ts'
import type { MediaProgress } from './processed-media.ts'

let root: string
let sandbox: Sandbox

beforeAll(async () => {
  root = await makeRoot()
  sandbox = await probeSandbox({ workRoot: root })
})
afterAll(() => removeRoot(root))

/** Frames of an MP3 stand for themselves: one minute, over and over. */
async function longTone(minutes: number): Promise<Buffer> {
  const path = join(root, 'minute.mp3')
  await ffmpeg(...tone(60, 8000), '-b:a', '16k', '-id3v2_version', '0', '-write_xing', '0', path)
  const minute = await readFile(path)
  return Buffer.concat(Array.from({ length: minutes }, () => minute))
}

/** The most memory of this process while something runs, above what it had before. */
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
  it('takes no more memory than a minute, and tells how far it is', async () => {
    const content = await longTone(60)
    const seen: MediaProgress[] = []
    await withInput(root, { name: 'a.mp3', content }, async (file) => {
      const growth = await memoryGrowth(async () => {
        const result = await processMedia({ sandbox, ...file, onProgress: (progress) => seen.push(progress) })
        expect(result).toMatchObject({ ok: true, rendition: { isCopy: true } })
        if (!result.ok) return
        expect(Math.abs(result.durationMs / 3_600_000 - 1)).toBeLessThan(0.01)
        expect(result.waveform?.peaks).toHaveLength(4000)
      })
      // The audio for recognition alone has 115 MB.
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
    path = join(root, 'costly.avi')
    await ffmpeg(...picture(8, '1920x1080', '15'), '-c:v', 'mpeg4', '-q:v', '8', path)
  })

  it('ends at once when aborted, and nothing of it is left', async () => {
    const aborting = new AbortController()
    const onProgress = ({ stage, percent }: MediaProgress) => {
      if (stage === 'converting' && percent > 0) aborting.abort(new Error('enough'))
    }
    await withInput(root, path, async (file) => {
      const work = processMedia({ sandbox, ...file, signal: aborting.signal, onProgress })
      await expect(work).rejects.toThrow('enough')
      expect(await sandboxedUnder(root)).toEqual([])
    })
  })

  it('that takes too long is a failure in words for recordings', async () => {
    const seen = await withInput(root, path, (file) => processMedia({ sandbox, ...file, wallMs: 1000 }))
    expect(seen).toMatchObject({ failure: { code: 'took_too_long' } })
    expect(seen.ok || seen.failure.message).toContain('recording')
    expect(await sandboxedUnder(root)).toEqual([])
  })
})
