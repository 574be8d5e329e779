import type { Result } from '../failures.ts'
import { damaged } from '../failures.ts'
import type { Job } from '../job.ts'
import type { Demuxer } from './demuxer.ts'
import { failureOf, inputWords, runFfmpeg, runMediaTool } from './ffmpeg.ts'
import { limitsFor } from './limits.ts'
import type { MediaProbe } from './probe-output.ts'
import { probeEntries, readProbe } from './probe-output.ts'

const limits = { wallMs: 120_000, cpuSeconds: 60 }
/** A few hundred bytes per track; thousands of tracks are not a recording. */
const maxAnswerBytes = 1024 ** 2

/** Probes a file of the job; fails if it cannot be opened with the given demuxer. */
export async function probeMedia(
  job: Job,
  demuxer: Demuxer,
  inputName: string,
): Promise<Result<{ probe: MediaProbe }>> {
  const end = await runMediaTool(job, {
    command: 'ffprobe',
    args: [
      ['-v', 'error', '-threads', '1', '-show_entries', probeEntries, '-of', 'json'],
      // MPEG streams have no track list: more than the default 5 s are read, for sound that starts late.
      ['-probesize', '50M', '-analyzeduration', '30M'],
      inputWords(demuxer, inputName),
    ].flat(),
    limits,
    maxOutputBytes: maxAnswerBytes,
  })
  if (end.kind !== 'ok') return failureOf(end)
  const probe = readProbe(end.stdout)
  return probe === null ? damaged : { ok: true, probe }
}

export type MeasureRequest = {
  readonly demuxer: Demuxer
  readonly inputName: string
  readonly probe: MediaProbe
  readonly sourceBytes: number
}

/**
 * The duration of a file whose container does not state it, such as browser recordings: reads to the end without
 * decoding. Exact to one packet.
 */
export async function measureDuration(
  job: Job,
  { demuxer, inputName, probe, sourceBytes }: MeasureRequest,
): Promise<Result<{ durationMs: number }>> {
  let durationMs = 0
  const tracks = [probe.video, probe.audio].filter((track) => track !== null)
  const end = await runFfmpeg(job, {
    demuxer,
    inputName,
    output: [...tracks.flatMap(({ index }) => ['-map', `0:${index}`]), '-c', 'copy', '-f', 'null', '-'],
    limits: limitsFor('measure', { durationMs: 0, sourceBytes }),
    onTimeMs: (outTimeMs) => {
      durationMs = Math.max(durationMs, outTimeMs)
    },
  })
  return end.kind === 'ok' ? { ok: true, durationMs } : failureOf(end)
}
