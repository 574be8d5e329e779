/**
 * Resource limits of each step. Recordings last from seconds to a day, so limits grow with the duration and the bytes
 * to read, plus a fixed part for the start of a program on a busy machine.
 * CPU seconds per second of recording, measured on one core of a small server: 16 kHz audio 0.002, AAC 0.03, H.264
 * from 720p 0.3 to 0.7, from 1080p 0.7 to 1.4 (quiet to noisy pictures). Several times that is allowed. The wall clock
 * allows twice the CPU time, because other jobs share the machine. No step exceeds the limit of a job.
 */

import type { SandboxLimits } from '../sandbox/sandbox.ts'

const hourSeconds = 3600
/** 24 hours of 16 kHz audio are 2.8 GB; beyond 37 hours the length does not fit into a WAV header. */
export const maxHours = 24
export const maxDurationMs = maxHours * hourSeconds * 1000
/** 8K with some margin. Several copies of a frame are in memory during conversion. */
export const maxVideoPixels = 40_000_000

/**
 * For the whole file. Less than the age at which the directory of a worker in another container counts as orphaned.
 */
export const defaultWallMs = 5.5 * hourSeconds * 1000
const maxCpuSeconds = 5 * hourSeconds

const fixedSeconds = 60
/** Assumes a slow shared disk; a copy reads and writes each byte and moves it once more for fast start. */
const bytesPerSecond = 20_000_000
const fixedBytes = 64 * 1024 ** 2

export const wavBytesPerSecond = 32_000
/** 1.5 times the limits of the encoder: 8 Mbit/s video and 128 kbit/s audio. */
const encodedVideoBytesPerSecond = 1_500_000
const encodedAudioBytesPerSecond = 24_000
/** The detections of an hour of a crowd. */
const foundBytesPerSecond = 20_000

export type Extent = { readonly durationMs: number; readonly sourceBytes: number }
export type MediaStep =
  | 'measure'
  | 'extract-audio'
  | 'copy'
  | 'encode-audio'
  | 'encode-video'
  | 'inspect-frames'
  | 'protect-audio'

const cpuPerSecond: Record<MediaStep, number> = {
  measure: 0,
  'extract-audio': 0.1,
  copy: 0.05,
  'encode-audio': 0.2,
  'encode-video': 4,
  // Eight inspections a second of 30 ms each, plus decoding.
  'inspect-frames': 4,
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
    case 'inspect-frames':
      return fixedBytes + seconds * foundBytesPerSecond
    case 'extract-audio':
      // For the longest accepted recording, whatever the file claims: one with a wrong duration is read to its end.
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
