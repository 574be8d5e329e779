/** The only module that calls ffmpeg and ffprobe. */

import type { Failed } from '../failures.ts'
import { damaged, recordingOutOfMemory, recordingTookTooLong } from '../failures.ts'
import type { Job, ToolEnd, ToolRequest } from '../job.ts'
import { runTool } from '../job.ts'
import type { SandboxLimits } from '../sandbox/sandbox.ts'
import type { Demuxer } from './demuxer.ts'
import { maxVideoPixels } from './limits.ts'
import { readOutTimeMs } from './progress.ts'

/**
 * The arguments before an input. Defence in depth behind the sandbox, which has no network: a fixed demuxer, no nested
 * demuxers (AVI and others open further formats), and only the file protocol.
 */
export function inputWords(demuxer: Demuxer, name: string): string[] {
  return [
    ['-protocol_whitelist', 'file,pipe', '-f', demuxer, '-format_whitelist', demuxer],
    ['-max_pixels', String(maxVideoPixels), '-i', `file:${name}`],
  ].flat()
}

/** Metadata on where, when, with what and by whom a recording was made does not reach the rendition. */
export const withoutMetadata = [
  ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-sn', '-dn'],
  ['-fflags', '+bitexact'],
].flat()

export type FfmpegRun = {
  readonly demuxer: Demuxer
  readonly inputName: string
  /** Before the input: the start position. */
  readonly inputOptions?: readonly string[]
  /** After the input: tracks, codecs, output. */
  readonly output: readonly string[]
  readonly limits: Partial<SandboxLimits>
  readonly onTimeMs?: (outTimeMs: number) => void
}

export function runFfmpeg(job: Job, run: FfmpegRun): Promise<ToolEnd> {
  return runMediaTool(job, {
    command: 'ffmpeg',
    args: [
      // `-y`: a repeated step overwrites its output.
      ['-hide_banner', '-loglevel', 'error', '-nostdin', '-nostats', '-progress', 'pipe:1', '-y'],
      // One core per job: the worker decides how many jobs run at once.
      ['-filter_threads', '1', '-threads', '1'],
      run.inputOptions ?? [],
      inputWords(run.demuxer, run.inputName),
      ['-threads', '1'],
      run.output,
    ].flat(),
    limits: run.limits,
    onStdout: (line) => {
      const outTimeMs = readOutTimeMs(line)
      if (outTimeMs !== null) run.onTimeMs?.(outTimeMs)
    },
  })
}

/** The failures of every tool, with the messages for recordings. */
export async function runMediaTool(job: Job, request: ToolRequest): Promise<ToolEnd> {
  const end = await runTool(job, request)
  return end.kind === 'failed' ? { kind: 'failed', ...inMediaWords(end) } : end
}

export function inMediaWords({ failure }: Failed): Failed {
  switch (failure.code) {
    case 'took_too_long':
      return recordingTookTooLong
    case 'out_of_memory':
      return recordingOutOfMemory
    default:
      return { ok: false, failure }
  }
}

/** The failure of a step without output. */
export function failureOf(end: ToolEnd): Failed {
  return end.kind === 'failed' ? { ok: false, failure: end.failure } : damaged
}
