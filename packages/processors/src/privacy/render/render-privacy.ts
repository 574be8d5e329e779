/**
 * Renders the protected version of a recording: applies the plan to sound and picture in one pass, then verifies the
 * result. Gaps are repaired and verified again; if they remain, the result is rejected.
 */

import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBudget } from '../../budget.ts'
import type { Result } from '../../failures.ts'
import {
  damaged,
  durationsDiffer,
  facesStillSeen,
  nothingLeft,
  nothingToPlay,
  wordsStillHeard,
} from '../../failures.ts'
import type { Job } from '../../job.ts'
import { outputFile, prepareJobDir, sourceName } from '../../job.ts'
import type { Demuxer } from '../../media/demuxer.ts'
import { failureOf, runMediaTool } from '../../media/ffmpeg.ts'
import { defaultWallMs, limitsFor } from '../../media/limits.ts'
import { drawPoster } from '../../media/poster.ts'
import { probeMedia } from '../../media/probe.ts'
import type { MediaProbe } from '../../media/probe-output.ts'
import type { Rendition, Waveform } from '../../media/processed-media.ts'
import { readOutTimeMs } from '../../media/progress.ts'
import { extractRecognitionAudio } from '../../media/recognition-audio.ts'
import type { Source } from '../../media/source.ts'
import { readWaveform } from '../../media/waveform.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Segment } from '../../speech/transcript.ts'
import { withReliableVerdict } from '../../verdict.ts'
import { inspectFrames } from '../picture/inspect-frames.ts'
import type { InspectionResult } from '../picture/inspection-task.ts'
import { approximatePadMs, exactPadMs, mergeRanges, padRange } from '../sound/beep-ranges.ts'
import { writeBeepTracks } from '../sound/beep-tracks.ts'
import type { Secret } from '../sound/leaks.ts'
import { findLeaks } from '../sound/leaks.ts'
import { voiceFile, writeVoiceSteps } from '../sound/voice-steps.ts'
import type { PrivacyPlan } from './privacy-plan.ts'
import { renderWords } from './render-words.ts'

export type PrivacyRequest = {
  readonly sandbox: Sandbox
  /** A rendition made by this package, directly in `workDir`. */
  readonly inputPath: string
  readonly contentType: Rendition['contentType']
  readonly workDir: string
  /** The folder of the detector models. */
  readonly modelsDir: string
  readonly plan: PrivacyPlan
  /** What to beep if the plan beeps, and the transcript of the whole recording. */
  readonly secrets: readonly Secret[]
  readonly spoken: readonly Segment[]
  /** Transcribes the result to verify that the beeps hide the secrets. */
  readonly transcribe: (wavPath: string) => Promise<readonly Segment[]>
  /**
   * Finds secrets in the audio before it is rendered, if the plan beeps: a transcript written by people may leave out or
   * change what is said. They are beeped as well.
   */
  readonly findSpoken?: ((wavPath: string) => Promise<SpokenSecrets>) | undefined
  readonly signal?: AbortSignal | undefined
  /** From 0 to 1. Must not throw. */
  readonly onProgress?: ((fraction: number) => void) | undefined
  readonly wallMs?: number
}

export type SpokenSecrets = { readonly secrets: readonly Secret[]; readonly spoken: readonly Segment[] }

export type PrivateMedia = {
  readonly durationMs: number
  readonly hasVideo: boolean
  readonly hasAudio: boolean
  readonly waveform: Waveform | null
  readonly rendition: Rendition
  readonly posterPath: string | null
  /** What was done, for the audit log. */
  readonly report: PrivacyReport
}

export type PrivacyReport = {
  readonly picture: PrivacyPlan['picture']['kind'] | 'none'
  readonly sound: 'none' | 'removed' | 'kept' | 'altered'
  readonly beeps: number
  readonly beepedMs: number
  /** The number of detected faces and text lines over all inspected frames. */
  readonly faces: number
  readonly texts: number
  /** The number of repairs before the result passed. */
  readonly repairs: number
}

const toleranceMs = 50
const maxRepairs = 2
const widerMs = 400
const demuxers: Record<Rendition['contentType'], Demuxer> = {
  'video/mp4': 'mov',
  'audio/mp4': 'mov',
  'audio/mpeg': 'mp3',
}
const outputNames: Record<Rendition['contentType'], string> = {
  'video/mp4': 'private.mp4',
  'audio/mp4': 'private.m4a',
  'audio/mpeg': 'private.mp3',
}

/** @throws when aborted, on infrastructure errors, and PrivacyError if a detector fails. */
export function renderPrivacy(request: PrivacyRequest): Promise<Result<PrivateMedia>> {
  return withReliableVerdict(request, () => renderAndVerify(request))
}

async function renderAndVerify(request: PrivacyRequest): Promise<Result<PrivateMedia>> {
  const { sandbox, workDir, signal, contentType } = request
  const job = { sandbox, workDir, signal, budget: startBudget(request.wallMs ?? defaultWallMs) }
  const files = new Map([[voiceFile, '']])
  await prepareJobDir(workDir, request.inputPath, files)
  const demuxer = demuxers[contentType]
  const probed = await probeMedia(job, demuxer, sourceName)
  if (!probed.ok) return probed
  const { probe } = probed
  const { durationMs } = probe
  if (durationMs === null || (probe.video === null && probe.audio === null)) return nothingToPlay
  const { size: sourceBytes } = await stat(join(workDir, sourceName))
  const source = { name: sourceName, demuxer, durationMs, sourceBytes }
  const opened = { source, probe: whatStays(probe, request.plan) }
  const found = await findSpoken(job, request, opened)
  return found.ok ? protect(job, { ...request, ...found }, opened) : found
}

async function findSpoken(
  job: Job,
  { plan, secrets, spoken, findSpoken: find }: PrivacyRequest,
  { source, probe }: Opened,
): Promise<Result<SpokenSecrets>> {
  const isBeeped = plan.sound.kind === 'keep' && plan.sound.beeps
  if (!find || !isBeeped || probe.audio === null) return { ok: true, secrets, spoken }
  const sound = await extractRecognitionAudio(job, source, { track: probe.audio, stage: silent })
  if (!sound.ok) return sound
  const found = await find(sound.path)
  // Recognized words have better times than those of a transcript that was written by people.
  return { ok: true, secrets: [...secrets, ...found.secrets], spoken: found.spoken }
}

type Opened = { readonly source: Source; readonly probe: MediaProbe }

function whatStays(probe: MediaProbe, { picture, sound }: PrivacyPlan): MediaProbe {
  return {
    durationMs: probe.durationMs,
    video: picture.kind === 'remove' ? null : probe.video,
    audio: sound.kind === 'remove' ? null : probe.audio,
  }
}

async function protect(job: Job, request: PrivacyRequest, opened: Opened): Promise<Result<PrivateMedia>> {
  const { plan, modelsDir, secrets, onProgress = () => {} } = request
  const { source, probe } = opened
  if (probe.video === null && probe.audio === null) return nothingLeft
  const beeps = plan.sound.kind === 'keep' && plan.sound.beeps && probe.audio !== null && secrets.length > 0
  const covers = plan.picture.kind === 'cover' && probe.video !== null ? plan.picture : null

  let seen: InspectionResult | null = null
  if (covers !== null) {
    const inspected = await inspectFrames(job, source, {
      ...covers,
      step: 'find',
      modelsDir,
      onSeconds: (seconds) => onProgress((0.4 * seconds * 1000) / source.durationMs),
    })
    if (!inspected.ok) return inspected
    seen = inspected
  }
  const wider = new Map<Secret, number>()
  for (let repairs = 0; ; repairs += 1) {
    const rendered = await renderOnce(job, request, { ...opened, seen, beeps, wider })
    if (!rendered.ok) return rendered
    const { made } = rendered
    if (!haveSameLength(opened, made.probe, plan)) return durationsDiffer
    if (covers?.faces === true) {
      const inspected = await inspectFrames(job, made.source, {
        ...covers,
        texts: false,
        step: 'check',
        modelsDir,
      })
      if (!inspected.ok) return inspected
      seen = inspected
    }
    const sound = await extractSound(job, made)
    if (!sound.ok) return sound
    const recognized = beeps && sound.path !== null ? await request.transcribe(sound.path) : []
    const leaks = beeps ? findLeaks(secrets, request.spoken, recognized) : []
    const missed = seen?.missed ?? 0
    if (leaks.length === 0 && missed === 0) {
      const media = await finish(job, request, { made, waveform: sound.waveform })
      return { ok: true, ...media, report: report({ ...rendered, plan, seen, repairs, probe: made.probe }) }
    }
    if (repairs === maxRepairs) return missed > 0 ? facesStillSeen : wordsStillHeard
    for (const secret of leaks) wider.set(secret, (wider.get(secret) ?? 0) + widerMs)
  }
}

type Round = Opened & {
  readonly seen: InspectionResult | null
  readonly beeps: boolean
  readonly wider: ReadonlyMap<Secret, number>
}

type Made = {
  readonly source: Source
  readonly probe: MediaProbe
  readonly path: string
  readonly contentType: Rendition['contentType']
  readonly isCopy: boolean
}

async function renderOnce(
  job: Job,
  { plan, secrets, contentType, onProgress = () => {} }: PrivacyRequest,
  { source, probe, seen, beeps, wider }: Round,
): Promise<Result<{ made: Made; beepCount: number; beepedMs: number }>> {
  const alters = plan.sound.kind === 'keep' && plan.sound.alters && probe.audio !== null
  const padded = secrets.map((secret) =>
    padRange(
      [secret.startMs, secret.endMs],
      (secret.isApproximate ? approximatePadMs : exactPadMs) + (wider.get(secret) ?? 0),
    ),
  )
  const ranges = beeps ? mergeRanges(padded, source.durationMs) : []
  if (beeps) await writeBeepTracks(job.workDir, ranges, source.durationMs)
  if (alters) await writeFile(join(job.workDir, voiceFile), writeVoiceSteps(source.durationMs))
  const picture = probe.video === null ? 'remove' : plan.picture.kind
  const isSoundKept = !beeps && !alters
  const type = contentTypeOf(probe, contentType, isSoundKept)
  const outputName = outputNames[type]
  const end = await runMediaTool(job, {
    command: 'ffmpeg',
    args: [
      ['-hide_banner', '-loglevel', 'error', '-nostdin', '-nostats', '-progress', 'pipe:1', '-y'],
      ['-filter_threads', '1', '-threads', '1'],
      renderWords({ source, ...probe, picture, size: seen, beeps, alters, contentType: type, outputName }),
    ].flat(),
    limits: limitsFor(picture === 'keep' || picture === 'remove' ? 'protect-audio' : 'encode-video', source),
    onStdout: (line) => {
      const outTimeMs = readOutTimeMs(line)
      if (outTimeMs !== null) onProgress(0.4 + (0.3 * outTimeMs) / source.durationMs)
    },
  })
  if (end.kind !== 'ok') return failureOf(end)
  const path = await outputFile(job, outputName)
  if (path === null) return damaged
  const demuxer = demuxers[type]
  const read = await probeMedia(job, demuxer, outputName)
  if (!read.ok) return read
  const isWhole =
    (read.probe.video === null) === (probe.video === null) &&
    (read.probe.audio === null) === (probe.audio === null)
  if (!isWhole || read.probe.durationMs === null) return damaged
  const { size: sourceBytes } = await stat(path)
  const made: Made = {
    source: { name: outputName, demuxer, durationMs: read.probe.durationMs, sourceBytes },
    probe: read.probe,
    path,
    contentType: type,
    isCopy: isSoundKept && (picture === 'keep' || picture === 'remove'),
  }
  const beepedMs = ranges.reduce((sum, [start, until]) => sum + until - start, 0)
  return { ok: true, made, beepCount: ranges.length, beepedMs: Math.round(beepedMs) }
}

function contentTypeOf(
  probe: MediaProbe,
  before: Rendition['contentType'],
  isSoundKept: boolean,
): Rendition['contentType'] {
  if (probe.video !== null) return 'video/mp4'
  return before === 'audio/mpeg' && isSoundKept ? 'audio/mpeg' : 'audio/mp4'
}

/** Compared per track, because a recording may be shorter without its video. */
function haveSameLength({ source, probe }: Opened, made: MediaProbe, { picture }: PrivacyPlan): boolean {
  const isNear = (before: number | null, after: number | null) =>
    Math.abs((before ?? source.durationMs) - (after ?? made.durationMs ?? 0)) <= toleranceMs
  const pictures = picture.kind === 'blank' ? source.durationMs : (probe.video?.durationMs ?? null)
  const isVideoSame = made.video === null || isNear(pictures, made.video.durationMs)
  return (
    isVideoSame && (made.audio === null || isNear(probe.audio?.durationMs ?? null, made.audio.durationMs))
  )
}

const silent = { at: () => {}, end: () => {} }

async function extractSound(
  job: Job,
  { source, probe }: Made,
): Promise<Result<{ path: string | null; waveform: Waveform | null }>> {
  if (probe.audio === null) return { ok: true, path: null, waveform: null }
  const extracted = await extractRecognitionAudio(job, source, { track: probe.audio, stage: silent })
  if (!extracted.ok) return extracted
  return { ok: true, path: extracted.path, waveform: await readWaveform(extracted.path, job.signal) }
}

async function finish(
  job: Job,
  { onProgress }: PrivacyRequest,
  { made, waveform }: { made: Made; waveform: Waveform | null },
): Promise<Omit<PrivateMedia, 'report'>> {
  const { source, probe, path, contentType, isCopy } = made
  const rendition = { path, contentType, isCopy }
  const posterPath = probe.video === null ? null : await drawPoster(job, { ...source, rendition })
  onProgress?.(1)
  const { durationMs } = source
  return {
    durationMs,
    hasVideo: probe.video !== null,
    hasAudio: probe.audio !== null,
    waveform,
    rendition,
    posterPath,
  }
}

function report(made: {
  plan: PrivacyPlan
  probe: MediaProbe
  beepCount: number
  beepedMs: number
  seen: InspectionResult | null
  repairs: number
}): PrivacyReport {
  const { plan, probe, seen } = made
  return {
    picture: probe.video === null && plan.picture.kind !== 'remove' ? 'none' : plan.picture.kind,
    sound:
      plan.sound.kind === 'remove'
        ? 'removed'
        : probe.audio === null
          ? 'none'
          : plan.sound.alters
            ? 'altered'
            : 'kept',
    beeps: made.beepCount,
    beepedMs: made.beepedMs,
    faces: seen?.faces ?? 0,
    texts: seen?.texts ?? 0,
    repairs: made.repairs,
  }
}
