import type { Result } from '../failures.ts'
import { damaged } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile } from '../job.ts'
import type { Demuxer } from './demuxer.ts'
import { failureOf, runFfmpeg } from './ffmpeg.ts'
import type { MediaStep } from './limits.ts'
import { limitsFor } from './limits.ts'
import { probeMedia } from './probe.ts'
import type { Rendition } from './processed-media.ts'
import type { StageReporter } from './progress.ts'
import type { RenditionPlan } from './rendition-plan.ts'
import { isCopy } from './rendition-plan.ts'
import { renditionWords } from './rendition-words.ts'
import type { Source } from './source.ts'

export type MadeRendition = {
  readonly rendition: Rendition
  readonly durationMs: number
  readonly name: string
  readonly demuxer: Demuxer
}

const names: Record<Rendition['contentType'], { name: string; demuxer: Demuxer }> = {
  'video/mp4': { name: 'rendition.mp4', demuxer: 'mov' },
  'audio/mp4': { name: 'rendition.m4a', demuxer: 'mov' },
  'audio/mpeg': { name: 'rendition.mp3', demuxer: 'mp3' },
}

/** Writes the rendition and probes it: its duration is the one that players show. */
export async function makeRendition(
  job: Job,
  source: Source,
  { plan, stage }: { plan: RenditionPlan; stage: StageReporter },
): Promise<Result<MadeRendition>> {
  const { name, demuxer } = names[plan.contentType]
  const end = await runFfmpeg(job, {
    demuxer: source.demuxer,
    inputName: source.name,
    output: renditionWords(plan, name),
    limits: limitsFor(stepOf(plan), source),
    onTimeMs: stage.at,
  })
  if (end.kind !== 'ok') return failureOf(end)
  const path = await outputFile(job, name)
  if (path === null) return damaged
  const read = await probeMedia(job, demuxer, name)
  if (!read.ok) return read
  const { durationMs, video, audio } = read.probe
  const isWhole = (video !== null) === (plan.video !== null) && (audio !== null) === (plan.audio !== null)
  if (durationMs === null || !isWhole) return damaged
  const rendition = { path, contentType: plan.contentType, isCopy: isCopy(plan) }
  return { ok: true, rendition, durationMs, name, demuxer }
}

function stepOf(plan: RenditionPlan): MediaStep {
  if (plan.video?.action === 'encode') return 'encode-video'
  return plan.audio?.action === 'encode' ? 'encode-audio' : 'copy'
}
