import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findData, readWaveform, startPeaks } from './waveform.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlet-wave-'))
})
afterAll(() => rm(folder, { recursive: true }))

function header(chunks: readonly Buffer[] = []): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from(name), length, body])
  }
  return Buffer.concat([
    Buffer.from('RIFF----WAVE'),
    chunk('fmt ', Buffer.alloc(16)),
    ...chunks,
    chunk('data', Buffer.alloc(0)),
  ])
}

async function waveformOf(samples: Int16Array) {
  const path = join(folder, 'a.wav')
  await writeFile(path, Buffer.concat([header(), Buffer.from(samples.buffer)]))
  return readWaveform(path)
}

describe('peaks', () => {
  it('are the largest absolute sample of each interval', () => {
    const samples = new Int16Array(480)
    samples[10] = 16_384
    samples[170] = -32_768
    samples[479] = 258
    const peaks = startPeaks(samples.length)
    peaks.add(samples)
    expect(peaks.samplesPerPeak).toBe(160)
    expect([...peaks.peaks]).toEqual([64, 127, 1])
  })

  it('do not depend on the chunks', () => {
    const samples = Int16Array.from({ length: 2000 }, (_, index) => (index * 7919) % 32_768)
    const whole = startPeaks(samples.length)
    whole.add(samples)
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)]
        const parts = startPeaks(samples.length)
        for (const part of [
          samples.subarray(0, first),
          samples.subarray(first, second),
          samples.subarray(second),
        ])
          parts.add(part)
        expect(parts.peaks).toEqual(whole.peaks)
      }),
    )
  })

  it('are 4,000 at most and cover everything', () => {
    for (const samples of [1, 160, 640_000, 640_001, 230_400_000]) {
      const { peaks, samplesPerPeak } = startPeaks(samples)
      expect(peaks.length).toBeLessThanOrEqual(4000)
      expect(peaks.length * samplesPerPeak).toBeGreaterThanOrEqual(samples)
    }
  })
})

describe('a WAV', () => {
  it('yields peaks and the length of an interval', async () => {
    const samples = new Int16Array(16_000).fill(3000, 8000)
    const waveform = await waveformOf(samples)
    expect(waveform?.msPerPeak).toBe(10)
    expect(waveform?.peaks.slice(48, 52)).toEqual(Int8Array.of(0, 0, 12, 12))
  })

  it('without samples yields none', async () => {
    expect(await waveformOf(new Int16Array(0))).toBeNull()
  })

  it('may have other chunks before its samples', () => {
    const list = Buffer.from('LIST\x03\x00\x00\x00abc\x00', 'latin1')
    expect(findData(header([list]))).toBe(header([list]).length)
    expect(findData(Buffer.from('RIFF----WAVE'))).toBeNull()
    expect(findData(Buffer.from('#EXTM3U'))).toBeNull()
  })

  it('of an hour is read in constant memory', async () => {
    const path = join(folder, 'long.wav')
    await using file = await open(path, 'w')
    await file.write(header())
    await file.truncate(header().length + 3600 * 32_000)
    const before = process.memoryUsage().rss
    const waveform = await readWaveform(path)
    expect(waveform?.peaks).toHaveLength(4000)
    expect(process.memoryUsage().rss - before).toBeLessThan(50e6)
  })

  it('stops when aborted', async () => {
    const path = join(folder, 'aborted.wav')
    await writeFile(path, Buffer.concat([header(), Buffer.alloc(1000)]))
    await expect(readWaveform(path, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
})
