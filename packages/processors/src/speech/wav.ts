/** Reads WAV files for recognition: 16 kHz, mono, 16 bit. */

import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { sampleRate, samplesPerMs } from './audio.ts'

/** ffmpeg writes a few small chunks before the samples; a file with more is not from us. */
export const maxHeaderBytes = 64 * 1024
const bytesPerSample = 2
const pcmFormat = 1
const extensibleFormat = 0xfffe

export class WavError extends Error {
  override readonly name = 'WavError'
}

export type WavLayout = { readonly dataOffset: number; readonly sampleCount: number }

/** Locates the samples from the first bytes of the file. @throws WavError */
export function readWavHeader(start: Buffer, fileBytes: number): WavLayout {
  if (start.toString('latin1', 0, 4) !== 'RIFF' || start.toString('latin1', 8, 12) !== 'WAVE') {
    throw new WavError('not a WAV file')
  }
  let hasFormat = false
  let offset = 12
  while (offset + 8 <= start.length) {
    const name = start.toString('latin1', offset, offset + 4)
    const bytes = start.readUInt32LE(offset + 4)
    const content = offset + 8
    if (name === 'fmt ') {
      checkFormat(start.subarray(content, content + bytes))
      hasFormat = true
    }
    if (name === 'data') {
      if (!hasFormat) throw new WavError('the samples come before their format')
      // A writer that was interrupted or wrote to a pipe could not fill in the length: then the end of the file
      // counts.
      const there = Math.max(0, fileBytes - content)
      const dataBytes = bytes === 0 ? there : Math.min(bytes, there)
      return { dataOffset: content, sampleCount: Math.floor(dataBytes / bytesPerSample) }
    }
    // Chunks are padded to even lengths.
    offset = content + bytes + (bytes % 2)
  }
  throw new WavError('no samples within the first bytes')
}

function checkFormat(format: Buffer): void {
  if (format.length < 16) throw new WavError('the format is cut off')
  const kind = format.readUInt16LE(0)
  const channels = format.readUInt16LE(2)
  const rate = format.readUInt32LE(4)
  const bits = format.readUInt16LE(14)
  const isPcm = kind === pcmFormat || kind === extensibleFormat
  if (!isPcm || channels !== 1 || rate !== sampleRate || bits !== bytesPerSample * 8) {
    throw new WavError(
      `expected ${sampleRate} Hz mono 16 bit, found ${rate} Hz, ${channels} channels, ${bits} bit`,
    )
  }
}

export type WavReader = {
  readonly sampleCount: number
  readonly durationMs: number
  /** Samples from -1 to 1; fewer than requested at the end. */
  read(from: number, count: number): Promise<Float32Array>
  /** The raw samples, two bytes each. */
  readPcm(from: number, count: number): Promise<Buffer<ArrayBuffer>>
  close(): Promise<void>
}

/** Holds only the requested samples: a recording of four hours is half a gigabyte. */
export async function openWav(path: string): Promise<WavReader> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)
    const { dataOffset, sampleCount } = readWavHeader(buffer.subarray(0, bytesRead), size)
    const readPcm = (from: number, count: number) =>
      readBytes(file, dataOffset + from * bytesPerSample, Math.min(count, sampleCount - from))
    return {
      sampleCount,
      durationMs: Math.ceil(sampleCount / samplesPerMs),
      read: async (from, count) => toNumbers(await readPcm(from, count)),
      readPcm,
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readBytes(file: FileHandle, position: number, count: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Math.max(0, count) * bytesPerSample
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, position)
  return buffer.subarray(0, bytesRead - (bytesRead % bytesPerSample))
}

function toNumbers(pcm: Buffer): Float32Array {
  const samples = new Float32Array(pcm.length / bytesPerSample)
  for (let i = 0; i < samples.length; i += 1) samples[i] = pcm.readInt16LE(i * bytesPerSample) / 32_768
  return samples
}

export const wavHeaderBytes = 44

/** The header for samples that become a file of their own. */
export function wavHeader(pcmBytes: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(wavHeaderBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(wavHeaderBytes - 8 + pcmBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(pcmFormat, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * bytesPerSample, 28)
  header.writeUInt16LE(bytesPerSample, 32)
  header.writeUInt16LE(bytesPerSample * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(pcmBytes, 40)
  return header
}
