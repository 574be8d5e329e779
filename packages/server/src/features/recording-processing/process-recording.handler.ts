/**
 * The first step of a recording: downloads the upload, converts it and stores the results. They are saved in the same
 * transaction that enqueues the next step, so that a later crash does not convert again.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  type MediaProgress,
  type MediaStage,
  type PrivacySettings,
  type ProcessedMedia,
  planPrivacy,
  processMedia,
} from '@inlet/processors'
import { inTransaction } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import { fetchObject } from '../../platform/object-store/transfer.ts'
import { objectGone } from '../document-processing/document-processing.public.ts'
import { keepObjects, trashUnlessKept } from '../uploads/uploads.public.ts'
import { type BroughtTranscript, readBrought, saveBrought } from './brought-transcript.handler.ts'
import { failAttempt, failRecording } from './fail-recording.ts'
import { languageUnknown } from './failures.ts'
import { placeFiles } from './place-files.ts'
import { trackProgress } from './progress.ts'
import type { RecordingDeps, RecordingStepRequest } from './recording-deps.handler.ts'
import {
  attachConverted,
  completeRecording,
  reportProgress,
  saveSourceHash,
} from './recording-lifecycle.repo.ts'
import { nextRecordingState } from './recording-lifecycle.state.ts'
import { insertEmptyTranscript, insertRecording } from './recording-processing.repo.ts'
import { enqueueStep } from './recording-steps.ts'

export async function processRecording(deps: RecordingDeps, request: RecordingStepRequest): Promise<void> {
  const { recording, attempt, workDir } = request
  const { signal } = attempt
  const tracker = trackProgress(
    (progress) => reportProgress(deps.db, recording, progress),
    attempt.log,
    recording,
  )
  const inputPath = join(workDir, 'source')
  const onProgress = tracker.begin('fetching')
  const hash = createHash('sha256')
  if (!(await fetchObject(deps.store, recording.object, inputPath, { signal, onProgress, hash })))
    return failAttempt(deps, request, objectGone)
  await saveSourceHash(deps.db, recording, hash.digest('hex'))
  const reportConverted = tracker.begin('converting')
  const result = await processMedia({
    sandbox: deps.processing.sandbox,
    extension: recording.extension,
    inputPath,
    workDir,
    signal,
    onProgress: (progress) => reportConverted(convertedFraction(progress)),
  })
  if (!result.ok) return failAttempt(deps, request, result.failure)
  const { settings, transcript } = recording
  const brought = transcript && isTranscriptWanted(settings) ? await readBrought(deps, request, result) : null
  return saveConverted(deps, request, { media: result, brought })
}

/** The typical share of each stage in a conversion. */
const stageShares: Record<MediaStage, readonly [from: number, share: number]> = {
  checking: [0, 0.02],
  listening: [0.02, 0.18],
  converting: [0.2, 0.75],
  drawing: [0.95, 0.05],
}

function convertedFraction({ stage, percent }: MediaProgress): number {
  const [from, share] = stageShares[stage]
  return from + (share * percent) / 100
}

async function saveConverted(
  deps: RecordingDeps,
  { recording, attempt }: { recording: RecordingStepRequest['recording']; attempt: Attempt },
  { media, brought }: { media: ProcessedMedia; brought: BroughtTranscript | null },
): Promise<void> {
  const { language, isProtected } = recording
  const isTranscribed = brought === null && isTranscriptWanted(recording.settings)
  const isAudible =
    isTranscribed && media.recognitionAudioPath !== null && deps.speech.engineFor(language) !== undefined
  const files = filesToStore(media, isAudible)
  const all = [files.rendition, files.poster, files.speech].filter((file) => file !== null)
  const keys = all.map((file) => file.key)
  await trashUnlessKept(deps.db, keys)
  for (const file of all) await deps.store.writeFile(file)
  const speech = files.speech && (await deps.store.head(files.speech.key))
  if (files.speech && !speech) throw new Error('The object store has lost an object that was just written.')

  await inTransaction(deps.db, async (tx) => {
    const { durationMs, hasVideo, hasAudio, waveform } = media
    const recordingId = await insertRecording(tx, {
      durationMs: Math.round(durationMs),
      hasVideo,
      hasAudio,
      waveform,
      renditionKey: files.rendition.key,
      renditionType: files.rendition.contentType,
      posterKey: files.poster?.key ?? null,
      speech,
      notices: noticesOf(media, brought),
    })
    if (!(await attachConverted(tx, recording, recordingId)))
      throw new Error('The recording no longer expects this result.')
    await keepObjects(tx, keys)
    if (brought) await saveBrought(deps, tx, { recording, recordingId, brought })
    else if (hasAudio && isTranscribed && !speech)
      await failRecording(tx, recording, languageUnknown(language))
    else {
      const next = nextRecordingState('process', 'succeed', { isProtected, hasSpeech: speech !== null })
      if (next === 'completed') {
        await completeRecording(tx, recording)
        await insertEmptyTranscript(tx, recordingId, language)
      } else await enqueueStep(deps.enqueue, tx, recording, next)
    }
    await attempt.complete(tx)
  })
}

function noticesOf({ notices, hasAudio }: ProcessedMedia, brought: BroughtTranscript | null): string[] {
  if (brought?.ok) return [...notices, ...brought.transcript.notices]
  return hasAudio ? [...notices] : [...notices, 'no_audio']
}

/** Audio that is removed is not transcribed. */
function isTranscriptWanted(settings: PrivacySettings | null): boolean {
  return settings === null || planPrivacy(settings).sound.kind === 'keep'
}

function filesToStore(media: ProcessedMedia, isAudible: boolean) {
  const { place, ...shown } = placeFiles(media)
  const path = isAudible ? media.recognitionAudioPath : null
  return { ...shown, speech: path === null ? null : place('speech.wav', path, 'audio/wav') }
}
