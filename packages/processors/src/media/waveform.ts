/** Computes the peaks of a 16-bit mono WAV in chunks, because it may be gigabytes. */

import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { endianness } from 'node:os'
import { SandboxError } from '../sandbox/sandbox.ts'
import type { Waveform } from './processed-media.ts'

const sampleRate = 16_000
const bytesPerSample = 2
const maxPeaks = 4000
/** Intervals below 10 ms show single waves instead of loudness. */
const minSamplesPerPeak = sampleRate / 100
const pieceBytes = 256 * 1024
/** ffmpeg writes 44 bytes; leaves room for chunks of other writers. */
const maxHeaderBytes = 4096

/** Null for a file without samples. */
export async function readWaveform(path: string, signal?: AbortSignal): Promise<Waveform | null> {
  await using file = await open(path)
  const piece = Buffer.alloc(pieceBytes)
  const { bytesRead } = await file.read(piece, 0, maxHeaderBytes, 0)
  const dataStart = findData(piece.subarray(0, bytesRead))
  if (dataStart === null) throw new SandboxError('bad_output', 'the audio for recognition is not a WAV file')
  // By the size of the file, not by its header, which a hostile program may have written.
  const samples = Math.floor(((await file.stat()).size - dataStart) / bytesPerSample)
  if (samples <= 0) return null
  const peaks = startPeaks(samples)
  for await (const part of pieces(file, piece, dataStart)) {
    signal?.throwIfAborted()
    peaks.add(part)
  }
  return { peaks: peaks.peaks, msPerPeak: (peaks.samplesPerPeak * 1000) / sampleRate }
}

/** Reuses the buffer, so memory does not grow with the recording. */
async function* pieces(file: FileHandle, piece: Buffer, start: number): AsyncGenerator<Int16Array> {
  let position = start
  while (true) {
    const { bytesRead } = await file.read(piece, 0, pieceBytes, position)
    const usable = bytesRead - (bytesRead % bytesPerSample)
    if (usable === 0) return
    if (endianness() === 'BE') piece.subarray(0, usable).swap16()
    yield new Int16Array(piece.buffer, piece.byteOffset, usable / bytesPerSample)
    position += usable
  }
}

/** Where the samples begin; null if this is not a WAV. */
export function findData(header: Buffer): number | null {
  if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8, 12) !== 'WAVE') return null
  for (let at = 12; at + 8 <= header.length; ) {
    if (header.toString('latin1', at, at + 4) === 'data') return at + 8
    const bytes = header.readUInt32LE(at + 4)
    at += 8 + bytes + (bytes % 2)
  }
  return null
}

export type Peaks = {
  readonly peaks: Int8Array
  readonly samplesPerPeak: number
  add(samples: Int16Array): void
}

/** @param expected the total number of samples; any further ones are ignored. */
export function startPeaks(expected: number): Peaks {
  const samplesPerPeak = Math.max(minSamplesPerPeak, Math.ceil(expected / maxPeaks))
  const peaks = new Int8Array(Math.ceil(expected / samplesPerPeak))
  let position = 0
  return {
    peaks,
    samplesPerPeak,
    add: (samples) => {
      for (let at = 0; at < samples.length; ) {
        const peak = Math.floor(position / samplesPerPeak)
        if (peak >= peaks.length) return
        const end = Math.min(samples.length, at + (peak + 1) * samplesPerPeak - position)
        position += end - at
        const loudest = Math.max(peaks[peak] ?? 0, scale(loudestOf(samples, at, end)))
        peaks[peak] = loudest
        at = end
      }
    },
  }
}

function loudestOf(samples: Int16Array, start: number, end: number): number {
  let loudest = 0
  for (let at = start; at < end; at += 1) {
    const value = Math.abs(samples[at] ?? 0)
    if (value > loudest) loudest = value
  }
  return loudest
}

/** -32,768 has no positive counterpart: it counts as full scale. */
function scale(value: number): number {
  return Math.min(127, Math.round((value / 32_767) * 127))
}
