/**
 * How much of the machine each step may use. Recordings last seconds or a day, so limits grow with the duration and with
 * the bytes to read; a fixed part carries short files over the start of a program on a busy machine. Pure.
 *
 * CPU seconds per second of recording, measured on one core of a small server: 16 kHz audio 0.002, AAC 0.03, H.264 from 720p
 * 0.3 to 0.7, from 1080p 0.7 to 1.4 (quiet pictures to noisy ones). Several times that is allowed. The clock allows twice the
 * CPU time, since other jobs share the machine. No step outlasts what the worker grants a job.
 */

import type { SandboxLimits } from '../sandbox/sandbox.ts'

const hourSeconds = 3600
/** 24 hours of 16 kHz audio are 2.8 GB; from 37 hours on a WAV could not even hold its own length. */
export const maxHours = 24
export const maxDurationMs = maxHours * hourSeconds * 1000
/** 8K with some room. Each frame is held several times while it is converted. */
export const maxVideoPixels = 40_000_000

/** For the whole file. Below the age at which the directory of a worker in another container counts as left over. */
export const defaultWallMs = 5.5 * hourSeconds * 1000
const maxCpuSeconds = 5 * hourSeconds

const fixedSeconds = 60
/** A slow disk shared with others; a copy reads and writes each byte, and moves it once more for the fast start. */
const bytesPerSecond = 20_000_000
const fixedBytes = 64 * 1024 ** 2

export const wavBytesPerSecond = 32_000
/** The encoder is held to 8 Mbit/s of pictures and 128 kbit/s of sound: this is half as much again. */
const encodedVideoBytesPerSecond = 1_500_000
const encodedAudioBytesPerSecond = 24_000
/** What was seen in pictures, written down; an hour of a crowd. */
const foundBytesPerSecond = 20_000

export type Extent = { readonly durationMs: number; readonly sourceBytes: number }
export type MediaStep =
  | 'measure'
  | 'listen'
  | 'copy'
  | 'encode-audio'
  | 'encode-video'
  | 'look'
  | 'protect-audio'

const cpuPerSecond: Record<MediaStep, number> = {
  measure: 0,
  listen: 0.1,
  copy: 0.05,
  'encode-audio': 0.2,
  'encode-video': 4,
  // Eight looks a second of 30 ms each, and the decoding.
  look: 4,
  'protect-audio': 0.5,
}

export function limitsFor(step: MediaStep, { durationMs, sourceBytes }: Extent): Partial<SandboxLimits> {
  const seconds = durationMs / 1000
  const wanted = fixedSeconds + seconds * cpuPerSecond[step] + sourceBytes / bytesPerSecond
  const cpuSeconds = Math.ceil(Math.min(wanted, maxCpuSeconds))
  return {
    cpuSeconds,
    wallMs: Math.min(cpuSeconds * 2000, defaultWallMs),
    fileBytes: Math.ceil(fileBytes(step, seconds, sourceBytes)),
    processes: 32,
  }
}

function fileBytes(step: MediaStep, seconds: number, sourceBytes: number): number {
  switch (step) {
    case 'measure':
    case 'look':
      return fixedBytes + seconds * foundBytesPerSecond
    case 'listen':
      // The longest recording there may be, whatever this one claims: a file with a wrong duration is read to its end.
      return fixedBytes + maxHours * hourSeconds * wavBytesPerSecond
    case 'copy':
      return fixedBytes + sourceBytes * 1.1
    case 'protect-audio':
      return fixedBytes + sourceBytes * 1.1 + seconds * encodedAudioBytesPerSecond
    case 'encode-audio':
      return fixedBytes + seconds * encodedAudioBytesPerSecond
    case 'encode-video':
      return fixedBytes + seconds * encodedVideoBytesPerSecond
    default:
      return step satisfies never
  }
}
