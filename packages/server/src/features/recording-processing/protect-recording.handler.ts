/**
 * The last step of a protected recording: renders the version that may be shown. Until the last transaction commits,
 * nothing is shown.
 */
import { join } from 'node:path'
import {
  aliasNamedSpeakers,
  aliasSpeakers,
  PrivacyError,
  type PrivacyPlan,
  type PrivacySettings,
  type PrivateMedia,
  planPrivacy,
  type Rendition,
  redactTranscript,
  renderPrivacy,
  type Secret,
  type Segment,
} from '@inlet/processors'
import { inTransaction } from '../../platform/db/database.ts'
import { fetchObject } from '../../platform/object-store/transfer.ts'
import { objectGone } from '../document-processing/document-processing.public.ts'
import { enqueueIndexing } from '../search-index/search-index.public.ts'
import { listMemberNames } from '../team/team.public.ts'
import { keepObjects, trashNow, trashUnlessKept } from '../uploads/uploads.public.ts'
import { failAttempt, failRecording } from './fail-recording.ts'
import { languageUnknown, maxUncertainMs, protectionFailed, transcriptUntimed } from './failures.ts'
import { placeFiles } from './place-files.ts'
import { trackProgress } from './progress.ts'
import { dropRecordings } from './purge-recordings.ts'
import type { Protection, RecordingDeps, RecordingStepRequest } from './recording-deps.handler.ts'
import { detachTranscript, openProtected, reportProgress } from './recording-lifecycle.repo.ts'
import {
  type ClosedRecording,
  findClosedRecording,
  importEngine,
  insertEmptyTranscript,
  insertRecording,
  insertTranscript,
  listSegments,
} from './recording-processing.repo.ts'

/** An analyzer or detector that fails this often will not recover by itself. */
const maxAttempts = 5

interface ProtectionRequest extends RecordingStepRequest {
  closedId: number
  closed: ClosedRecording
  settings: PrivacySettings
}

export async function protectRecording(deps: RecordingDeps, request: RecordingStepRequest): Promise<void> {
  const { recordingId: closedId, settings } = request.recording
  const closed = closedId === null ? undefined : await findClosedRecording(deps.db, closedId)
  if (closedId === null || !closed || !settings) throw new Error('There is no closed recording.')
  try {
    await protect(deps, { ...request, closedId, closed, settings })
  } catch (error) {
    if (!(error instanceof PrivacyError)) throw error
    // A missing detector stays missing while the job waits; the other errors can be temporary.
    if (error.code !== 'detector_missing' && request.attempt.number < maxAttempts - 1) throw error
    request.attempt.log.error({ err: error }, 'the recording cannot be protected')
    await failAttempt(deps, request, protectionFailed(error.code))
  }
}

async function protect(deps: RecordingDeps, request: ProtectionRequest): Promise<void> {
  const { recording, closedId, closed, settings, attempt, workDir } = request
  const { language, teamId } = recording
  const { signal } = attempt
  const isBrought = closed.transcript?.engine === importEngine
  const plan = planPrivacy(settings)
  const inputPath = join(workDir, 'source')
  const object = await deps.store.head(closed.renditionKey)
  if (!object || !(await fetchObject(deps.store, object, inputPath, { signal })))
    return failAttempt(deps, request, objectGone)
  const spoken = closed.transcript === null ? [] : await listSegments(deps.db, closedId)
  const words = await redact(deps.protection, spoken, {
    plan,
    language: closed.transcript?.language ?? language,
    signal,
  })
  const engine = deps.speech.engineFor(language)
  const isBeeped = plan.sound.kind === 'keep' && plan.sound.beeps
  if (isBeeped && !engine && (isBrought ? closed.hasAudio : words.secrets.length > 0))
    return failAttempt(deps, request, languageUnknown(language))
  if (isBeeped && isBrought && words.secrets.some(isUncertain)) return failUntimed(deps, request)
  const onProgress = trackProgress(
    (progress) => reportProgress(deps.db, recording, progress),
    attempt.log,
    recording,
  ).begin('protecting')
  const transcribe = async (wavPath: string) => {
    const recognized: Segment[] = []
    if (!engine) throw new Error('There is no speech engine for the verification.')
    await engine.transcribe({
      wavPath,
      language,
      signal,
      onChunk: ({ segments }) => void recognized.push(...segments),
    })
    return recognized
  }
  const media = await renderPrivacy({
    sandbox: deps.processing.sandbox,
    inputPath,
    contentType: readType(closed.renditionType),
    workDir,
    modelsDir: deps.protection.modelsDir,
    plan,
    secrets: words.secrets,
    spoken,
    transcribe,
    ...(isBrought && {
      findSpoken: async (wavPath: string) => {
        const recognized = await transcribe(wavPath)
        const { secrets } = await redact(deps.protection, recognized, { plan, language, signal })
        return { secrets, spoken: recognized }
      },
    }),
    signal,
    onProgress,
  })
  if (!media.ok) return failAttempt(deps, request, media.failure)
  const shown = plan.redactsTranscript ? words.segments : spoken
  const named = await aliasIn(deps, shown, { plan, teamId })
  await saveProtected(deps, request, {
    media,
    plan,
    segments: plan.sound.kind === 'remove' ? [] : named.segments,
    redactions: plan.redactsTranscript ? words.secrets.length : 0,
    aliases: named.aliases,
  })
}

const isUncertain = ({ startMs, endMs }: Secret) => endMs - startMs > maxUncertainMs

/** A retry transcribes the recording, which gives every word a time. */
async function failUntimed(deps: RecordingDeps, { recording, attempt }: ProtectionRequest): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await failRecording(tx, recording, transcriptUntimed)
    await trashNow(tx, await detachTranscript(tx, recording))
    await attempt.complete(tx)
  })
}

/** A redacted transcript has no names of speakers either. */
async function aliasIn(
  { db }: RecordingDeps,
  segments: readonly Segment[],
  { plan, teamId }: { plan: PrivacyPlan; teamId: number },
): Promise<{ segments: readonly Segment[]; aliases: number }> {
  if (plan.speakers !== 'keep')
    return aliasSpeakers(segments, { mode: plan.speakers, researchers: await listMemberNames(db, teamId) })
  return plan.redactsTranscript ? aliasNamedSpeakers(segments) : { segments, aliases: 0 }
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
  throw new Error(`The rendition type ${type} is not supported.`)
}

interface ProtectedRecording {
  media: PrivateMedia
  plan: PrivacyPlan
  segments: readonly Segment[]
  redactions: number
  aliases: number
}

async function saveProtected(
  deps: RecordingDeps,
  { recording, closedId, closed, settings, attempt }: ProtectionRequest,
  { media, plan, segments, redactions, aliases }: ProtectedRecording,
): Promise<void> {
  const { language, teamId } = recording
  const files = placeFiles(media)
  const all = [files.rendition, files.poster].filter((file) => file !== null)
  const keys = all.map((file) => file.key)
  await trashUnlessKept(deps.db, keys)
  for (const file of all) await deps.store.writeFile(file)
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
    else await insertTranscript(tx, recordingId, closed.transcript, { segments, isShown: true })
    const opened = await openProtected(tx, recording, recordingId)
    if (!opened) throw new Error('The recording no longer expects this result.')
    await trashNow(tx, [...opened.originalKeys, ...(await detachTranscript(tx, recording))])
    // Only the protected transcript is indexed.
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
