import type { Result } from '../failures.ts'
import { damaged, recordingTooLong } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile } from '../job.ts'
import { failureOf, runFfmpeg, withoutMetadata } from './ffmpeg.ts'
import { limitsFor, maxHours } from './limits.ts'
import type { AudioTrack } from './probe-output.ts'
import type { StageReporter } from './progress.ts'
import type { Source } from './source.ts'

const wavName = 'recognition.wav'

/** Fills late starts and gaps with silence, so that times in this file equal times in the recording. */
const keepTimes = 'aresample=16000:async=1:first_pts=0'

export async function extractRecognitionAudio(
  job: Job,
  source: Source,
  { track, stage }: { track: AudioTrack; stage: StageReporter },
): Promise<Result<{ path: string }>> {
  const end = await runFfmpeg(job, {
    demuxer: source.demuxer,
    inputName: source.name,
    output: [
      ['-map', `0:${track.index}`, ...withoutMetadata],
      ['-af', keepTimes, '-ac', '1', '-c:a', 'pcm_s16le', '-f', 'wav', wavName],
    ].flat(),
    limits: limitsFor('extract-audio', source),
    onTimeMs: stage.at,
  })
  if (end.kind === 'crashed' && end.signal === 'SIGXFSZ') return recordingTooLong(maxHours)
  if (end.kind !== 'ok') return failureOf(end)
  const path = await outputFile(job, wavName)
  if (path === null) return damaged
  stage.end()
  return { ok: true, path }
}
