/**
 * The third part of the way of a recording whose project protects people: the closed recording becomes one that may be
 * shown. Whatever happens before the last transaction, nothing is shown; with it everything is.
 */
import { join } from 'node:path'
import {
  aliasSpeakers,
  type PrivacyAnalyzer,
  PrivacyError,
  type PrivacyPlan,
  type PrivateMedia,
  planPrivacy,
  type Rendition,
  redactTranscript,
  renderPrivacy,
  type Secret,
  type Segment,
} from '@inlet/processors'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { fetchObject, storeFile } from '../../platform/object-store/transfer.ts'
import type { Processing } from '../extraction/extraction.public.handler.ts'
import { type Failure, objectGone } from '../extraction/extraction.public.ts'
import { enqueueIndexing } from '../search/search.public.ts'
import { listMemberNames } from '../teams/teams.public.ts'
import { keepObjects, trashNow, trashUnlessKept } from '../uploads/uploads.public.ts'
import { dropRecordings } from './drop-recordings.ts'
import { languageUnknown, protectionFailed } from './failures.ts'
import type { PrivateOwner, RecordingToProtect } from './owner.ts'
import { placeFiles } from './place-files.ts'
import { trackProgress } from './progress.ts'
import {
  type ClosedRecording,
  findClosedRecording,
  insertEmptyTranscript,
  insertRecording,
  insertTranscript,
  listSegments,
} from './recordings.repo.ts'
import type { Speech } from './speech.ts'

/** What finds personal data in this worker. */
export interface Protection {
  analyzers: readonly PrivacyAnalyzer[]
  /** Of the detectors of faces and text. */
  modelsDir: string
}

export interface ProtectionDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
  speech: Speech
  processing: Processing
  protection: Protection
}

export interface ProtectionRequest extends RecordingToProtect {
  owner: PrivateOwner
  attempt: Attempt
  workDir: string
}

/** An analyzer or detector that fails as often is not coming back by itself. */
const mostAttempts = 5

export async function protectRecording(deps: ProtectionDeps, request: ProtectionRequest): Promise<void> {
  const closed = await findClosedRecording(deps.db, request.recordingId)
  if (!closed) throw new Error('There is no closed recording.')
  try {
    await protect(deps, request, closed)
  } catch (error) {
    if (!(error instanceof PrivacyError)) throw error
    // Nobody can mend a missing detector while the job waits; the others may have been busy.
    if (error.code !== 'detector_missing' && request.attempt.number < mostAttempts - 1) throw error
    request.attempt.log.error({ err: error }, 'the recording cannot be protected')
    await saveFailure(deps, request, protectionFailed(error.code))
  }
}

async function protect(
  deps: ProtectionDeps,
  request: ProtectionRequest,
  closed: ClosedRecording,
): Promise<void> {
  const { attempt, workDir, owner, settings, language } = request
  const { signal } = attempt
  const plan = planPrivacy(settings)
  const inputPath = join(workDir, 'source')
  const object = await deps.store.head(closed.renditionKey)
  if (!object || !(await fetchObject(deps.store, object, inputPath, { signal }))) {
    await saveFailure(deps, request, objectGone)
    return
  }
  const spoken = closed.transcript === null ? [] : await listSegments(deps.db, request.recordingId)
  const words = await redact(deps.protection, spoken, { plan, language, signal })
  const engine = deps.speech.engineFor(language)
  if (words.secrets.length > 0 && plan.sound.kind === 'keep' && plan.sound.beeps && !engine) {
    await saveFailure(deps, request, languageUnknown(language))
    return
  }
  const onProgress = trackProgress((progress) => owner.report(progress), attempt.log, {
    isPrivate: true,
  }).begin('protecting')
  const media = await renderPrivacy({
    sandbox: deps.processing.sandbox,
    inputPath,
    contentType: readType(closed.renditionType),
    workDir,
    modelsDir: deps.protection.modelsDir,
    plan,
    secrets: words.secrets,
    spoken,
    listen: async (wavPath) => {
      const heard: Segment[] = []
      if (!engine) throw new Error('There is no engine to listen with.')
      await engine.transcribe({
        wavPath,
        language,
        signal,
        onChunk: ({ segments }) => void heard.push(...segments),
      })
      return heard
    },
    signal,
    onProgress,
  })
  if (!media.ok) {
    await saveFailure(deps, request, media.failure)
    return
  }
  const shown = plan.redactsTranscript ? words.segments : spoken
  const researchers = plan.speakers === 'keep' ? [] : await listMemberNames(deps.db, request.teamId)
  const named =
    plan.speakers === 'keep'
      ? { segments: shown, aliases: 0 }
      : aliasSpeakers(shown, { mode: plan.speakers, researchers })
  await saveProtected(deps, request, {
    closed,
    media,
    plan,
    segments: plan.sound.kind === 'remove' ? [] : named.segments,
    redactions: plan.redactsTranscript ? words.secrets.length : 0,
    aliases: named.aliases,
  })
}

async function redact(
  { analyzers }: Protection,
  spoken: readonly Segment[],
  { plan, language, signal }: { plan: PrivacyPlan; language: string; signal: AbortSignal },
): Promise<{ segments: readonly Segment[]; secrets: readonly Secret[] }> {
  if (plan.categories.length === 0) return { segments: spoken, secrets: [] }
  return redactTranscript(spoken, { categories: plan.categories, language, analyzers, signal })
}

function readType(type: string): Rendition['contentType'] {
  if (type === 'audio/mpeg' || type === 'audio/mp4' || type === 'video/mp4') return type
  throw new Error(`A rendition of the type ${type} is not one of ours.`)
}

async function saveFailure(
  { db }: ProtectionDeps,
  { owner, attempt }: ProtectionRequest,
  failure: Failure,
): Promise<void> {
  attempt.log.info({ failure: failure.code }, 'recording stays closed')
  await inTransaction(db, async (tx) => {
    await owner.fail(tx, failure)
    await attempt.complete(tx)
  })
}

interface Protected {
  closed: ClosedRecording
  media: PrivateMedia
  plan: PrivacyPlan
  segments: readonly Segment[]
  redactions: number
  aliases: number
}

async function saveProtected(
  deps: ProtectionDeps,
  { recordingId: closedId, teamId, settings, language, owner, attempt }: ProtectionRequest,
  { closed, media, plan, segments, redactions, aliases }: Protected,
): Promise<void> {
  const files = placeFiles(media)
  const all = [files.rendition, files.poster].filter((file) => file !== null)
  const keys = all.map((file) => file.key)
  await trashUnlessKept(deps.db, keys)
  for (const file of all) await storeFile(deps.store, file)
  await inTransaction(deps.db, async (tx) => {
    const recordingId = await insertRecording(tx, {
      durationMs: Math.round(media.durationMs),
      hasVideo: media.hasVideo,
      hasAudio: media.hasAudio,
      waveform: media.waveform,
      renditionKey: files.rendition.key,
      renditionType: files.rendition.contentType,
      posterKey: files.poster?.key ?? null,
      speech: null,
      notices: noticesOf(closed, plan),
      privacy: {
        settings,
        ...media.report,
        categories: plan.categories,
        redactions,
        aliases,
        analyzers: plan.categories.length === 0 ? [] : deps.protection.analyzers.map(({ id }) => id),
      },
    })
    if (closed.transcript === null || plan.sound.kind === 'remove')
      await insertEmptyTranscript(tx, recordingId, language)
    else await insertTranscript(tx, recordingId, closed.transcript, segments)
    const opened = await owner.open(tx, recordingId)
    if (!opened) throw new Error('The record no longer waits for this result.')
    await trashNow(tx, opened.originalKeys)
    // Found by what is left of it, and only from now on.
    await enqueueIndexing(deps.enqueue, tx, { kind: 'segment', sourceId: recordingId, teamId })
    await keepObjects(tx, keys)
    await dropRecordings(tx, [closedId])
    await attempt.complete(tx)
  })
}

function noticesOf({ notices }: ClosedRecording, { sound }: PrivacyPlan): string[] {
  if (sound.kind !== 'remove' || notices.includes('no_audio')) return notices
  return [...notices.filter((notice) => notice !== 'no_speech'), 'audio_removed']
}
