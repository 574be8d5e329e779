/** Converts a recording to a playable rendition, audio for speech recognition, a poster and a waveform. */

import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startBudget } from '../budget.ts'
import { checkType } from '../detect/check-type.ts'
import type { Result } from '../failures.ts'
import { nothingToPlay, recordingTooLong, unsupportedRecording, videoTooLarge } from '../failures.ts'
import type { Job } from '../job.ts'
import { prepareJobDir, sourceName } from '../job.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { withReliableVerdict } from '../verdict.ts'
import type { MediaExtension } from './demuxer.ts'
import { demuxerOf, isMediaExtension, saysDuration } from './demuxer.ts'
import { inMediaWords } from './ffmpeg.ts'
import { defaultWallMs, maxDurationMs, maxHours, maxVideoPixels } from './limits.ts'
import { drawPoster } from './poster.ts'
import { measureDuration, probeMedia } from './probe.ts'
import type { AudioTrack, MediaProbe } from './probe-output.ts'
import type { MediaProgress, ProcessedMedia, Waveform } from './processed-media.ts'
import { startStage } from './progress.ts'
import { extractRecognitionAudio } from './recognition-audio.ts'
import type { MadeRendition } from './rendition.ts'
import { makeRendition } from './rendition.ts'
import type { PlayableTracks, RenditionPlan } from './rendition-plan.ts'
import { keepsTracks, planEncoding, planRendition } from './rendition-plan.ts'
import type { Source } from './source.ts'
import { readWaveform } from './waveform.ts'

export type MediaRequest = {
  readonly sandbox: Sandbox
  /** Directly in `workDir`. */
  readonly inputPath: string
  /** Lower case, without the dot. */
  readonly extension: string
  /** A private directory that holds the results; the caller removes it. See `withWorkDir`. */
  readonly workDir: string
  readonly signal?: AbortSignal | undefined
  /** Must not throw. */
  readonly onProgress?: ((progress: MediaProgress) => void) | undefined
  /** For the whole recording; each step has its own limit based on the duration. */
  readonly wallMs?: number
}

type OnProgress = (progress: MediaProgress) => void

/** @throws when aborted and on infrastructure errors, which say nothing about the file: the job can be retried. */
export function processMedia(request: MediaRequest): Promise<Result<ProcessedMedia>> {
  return withReliableVerdict(request, () => convertMedia(request))
}

/** Only the audio for speech recognition; its path is null if there is none. */
export function readSound(request: MediaRequest): Promise<Result<Sound>> {
  return withReliableVerdict(request, async () => {
    const { onProgress = () => {} } = request
    const opened = await openMedia(request)
    return opened.ok
      ? extractAudio(opened.job, opened.source, { track: opened.probe.audio, onProgress })
      : opened
  })
}

async function convertMedia(request: MediaRequest): Promise<Result<ProcessedMedia>> {
  const { onProgress = () => {} } = request
  const opened = await openMedia(request)
  return opened.ok ? produce(opened.job, opened, onProgress) : opened
}

async function openMedia(request: MediaRequest): Promise<Result<Opened & { readonly job: Job }>> {
  const { sandbox, extension, workDir, signal, onProgress = () => {} } = request
  if (!isMediaExtension(extension)) return unsupportedRecording(extension)
  const job = { sandbox, workDir, signal, budget: startBudget(request.wallMs ?? defaultWallMs) }
  await prepareJobDir(workDir, request.inputPath)

  const checking = startStage('checking', 0, onProgress)
  const type = await checkType(job, extension)
  if (!type.ok) return inMediaWords(type)
  const opened = await openSource(job, extension)
  if (!opened.ok) return opened
  checking.end()
  return { ...opened, job }
}

type Opened = { readonly source: Source; readonly probe: MediaProbe; readonly claimedMs: number | null }

/** Probes the tracks and, as far as possible without decoding, the duration. */
async function openSource(job: Job, extension: MediaExtension): Promise<Result<Opened>> {
  const name = sourceName
  const { start, sourceBytes } = await readStart(join(job.workDir, name))
  const demuxer = demuxerOf(extension, start)
  const probed = await probeMedia(job, demuxer, name)
  if (!probed.ok) return probed
  const { probe } = probed
  if (probe.video === null && probe.audio === null) return nothingToPlay
  if (probe.video !== null && probe.video.width * probe.video.height > maxVideoPixels) {
    return videoTooLarge(maxVideoPixels)
  }
  const claimedMs = saysDuration(demuxer) ? probe.durationMs : null
  if (claimedMs !== null && claimedMs <= maxDurationMs) {
    return { ok: true, source: { name, demuxer, sourceBytes, durationMs: claimedMs }, probe, claimedMs }
  }
  // A duration beyond all bounds is more likely a broken header than a recording of days.
  const measured = await measureDuration(job, { demuxer, inputName: name, probe, sourceBytes })
  if (!measured.ok) return measured
  const { durationMs } = measured
  if (durationMs > maxDurationMs) return recordingTooLong(maxHours)
  return { ok: true, source: { name, demuxer, sourceBytes, durationMs }, probe, claimedMs: null }
}

async function readStart(path: string): Promise<{ start: Buffer; sourceBytes: number }> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
  return { start: buffer.subarray(0, bytesRead), sourceBytes: (await stat(path)).size }
}

async function produce(
  job: Job,
  { source, probe, claimedMs }: Opened,
  onProgress: OnProgress,
): Promise<Result<ProcessedMedia>> {
  const sound = await extractAudio(job, source, { track: probe.audio, onProgress })
  if (!sound.ok) return sound
  const audio = sound.waveform === null ? null : probe.audio
  if (probe.video === null && audio === null) return nothingToPlay

  const tracks = { demuxer: source.demuxer, video: probe.video, audio }
  // The sound was decoded to its end, so its duration is more reliable than the stated one, which could make the
  // limits too short.
  const durationMs = Math.max(source.durationMs, lengthMs(sound.waveform))
  const converted = await convert(job, { ...source, durationMs }, { tracks, onProgress })
  if (!converted.ok) return converted
  const { made, posterPath } = converted
  return {
    ok: true,
    durationMs: made.durationMs,
    hasVideo: probe.video !== null,
    hasAudio: audio !== null,
    recognitionAudioPath: audio === null ? null : sound.path,
    waveform: sound.waveform,
    rendition: made.rendition,
    posterPath,
    notices: endsEarly(made.durationMs, claimedMs) ? ['ends_early'] : [],
  }
}

function lengthMs(waveform: Waveform | null): number {
  return waveform === null ? 0 : waveform.peaks.length * waveform.msPerPeak
}

type Sound = { readonly path: string | null; readonly waveform: Waveform | null }

async function extractAudio(
  job: Job,
  source: Source,
  { track, onProgress }: { track: AudioTrack | null; onProgress: OnProgress },
): Promise<Result<Sound>> {
  if (track === null) return { ok: true, path: null, waveform: null }
  const stage = startStage('listening', source.durationMs, onProgress)
  const extracted = await extractRecognitionAudio(job, source, { track, stage })
  if (!extracted.ok) return extracted
  return { ok: true, path: extracted.path, waveform: await readWaveform(extracted.path, job.signal) }
}

type Converted = { readonly made: MadeRendition; readonly posterPath: string | null }

/**
 * A copied stream is kept only if it can be read back and a frame decoded, because copying does not validate anything.
 */
async function convert(
  job: Job,
  source: Source,
  { tracks, onProgress }: { tracks: PlayableTracks; onProgress: OnProgress },
): Promise<Result<Converted>> {
  const plan = planRendition(tracks)
  if (keepsTracks(plan)) {
    const kept = await tryPlan(job, source, { plan, onProgress })
    if (kept.ok && (tracks.video === null || kept.posterPath !== null)) return kept
    if (!kept.ok && kept.failure.code !== 'damaged') return kept
  }
  return tryPlan(job, source, { plan: planEncoding(tracks), onProgress })
}

async function tryPlan(
  job: Job,
  source: Source,
  { plan, onProgress }: { plan: RenditionPlan; onProgress: OnProgress },
): Promise<Result<Converted>> {
  const converting = startStage('converting', source.durationMs, onProgress)
  const made = await makeRendition(job, source, { plan, stage: converting })
  if (!made.ok) return made
  converting.end()
  if (plan.video === null) return { ok: true, made, posterPath: null }
  const drawing = startStage('drawing', 0, onProgress)
  const posterPath = await drawPoster(job, made)
  drawing.end()
  return { ok: true, made, posterPath }
}

/** Durations in containers are slightly off, mostly by the last packet. */
function endsEarly(durationMs: number, claimedMs: number | null): boolean {
  return claimedMs !== null && durationMs < claimedMs - Math.max(2000, claimedMs * 0.05)
}
