import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeWav } from '../../test/speech/wav.ts'
import { openWav, readWavHeader, WavError, wavHeader } from './wav.ts'

const samples = Int16Array.from({ length: 100 }, (_, index) => index * 100)

describe('WAV headers', () => {
  it('yield the position of the samples', () => {
    const wav = writeWav(samples)
    expect(readWavHeader(wav, wav.length)).toEqual({ dataOffset: 44, sampleCount: 100 })
  })

  it('may have other chunks before the samples, padded to even lengths', () => {
    const wav = writeWav(samples, { extra: Buffer.from('INFOxyz') })
    expect(readWavHeader(wav, wav.length)).toEqual({ dataOffset: 60, sampleCount: 100 })
  })

  it.each([
    ['not filled in', 0],
    ['of a pipe', 0xffff_ffff],
    ['of a file that was cut off', 5000],
  ])('with a length %s are corrected', (_, dataBytes) => {
    const wav = writeWav(samples, { dataBytes })
    expect(readWavHeader(wav, wav.length).sampleCount).toBe(100)
  })

  it.each([
    ['another rate', writeWav(samples, { rate: 44_100 })],
    ['two channels', writeWav(samples, { channels: 2 })],
    ['eight bits', writeWav(samples, { bits: 8 })],
    ['no WAV', Buffer.from('ID3 something else altogether')],
    ['nothing', Buffer.alloc(0)],
    ['no samples', writeWav(samples).subarray(0, 36)],
    ['half a format', writeWav(samples).subarray(0, 24)],
  ])('is refused with %s', (_, wav) => {
    expect(() => readWavHeader(wav, wav.length)).toThrow(WavError)
  })
})

it('writes the header that it reads', () => {
  const wav = Buffer.concat([wavHeader(200), Buffer.alloc(200)])
  expect(readWavHeader(wav, wav.length)).toEqual({ dataOffset: 44, sampleCount: 100 })
  expect(wav.subarray(0, 44)).toEqual(writeWav(samples).subarray(0, 44))
})

it('reads samples from any position, and fewer at the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-wav-'))
  try {
    const path = join(folder, 'some.wav')
    await writeFile(path, writeWav(samples))
    const wav = await openWav(path)
    expect(wav).toMatchObject({ sampleCount: 100, durationMs: 7 })
    expect([...(await wav.read(10, 2))]).toEqual([1000, 1100].map((value) => Math.fround(value / 32_768)))
    expect(await wav.read(90, 50)).toHaveLength(10)
    expect(await wav.read(100, 50)).toHaveLength(0)
    expect((await wav.readPcm(10, 2)).readInt16LE(2)).toBe(1100)
    await wav.close()
  } finally {
    await rm(folder, { recursive: true })
  }
})
