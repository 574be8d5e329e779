/**
 * The first half of a recording's way: fetched, converted, and what came out of it stored. The record keeps it
 * together with the job of the second half, in one transaction, so that no later crash converts again.
 */
import { join } from 'node:path'
import type { MediaProgress, MediaStage, ProcessedMedia, Result } from '@inlet/processors'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { fetchObject, storeFile } from '../../platform/object-store/transfer.ts'
import { type Failure, objectGone } from '../extraction/extraction.public.ts'
import { keepObjects, trashUnlessKept } from '../uploads/uploads.public.ts'
import { languageUnknown } from './failures.ts'
import type { RecordingOwner } from './owner.ts'
import { placeFiles } from './place-files.ts'
import { trackProgress } from './progress.ts'
import { insertEmptyTranscript, insertRecording } from './recordings.repo.ts'
import type { Speech } from './speech.ts'

export interface ConversionDeps {
  db: Db
  store: ObjectStore
  speech: Speech
}

export interface ConversionRequest {
  object: PinnedObject
  language: string
  owner: RecordingOwner
  /** False where nobody will ever read a transcript of it. */
  isTranscribed: boolean
  attempt: Attempt
  workDir: string
  convert: (
    inputPath: string,
    onProgress: (progress: MediaProgress) => void,
  ) => Promise<Result<ProcessedMedia>>
}

export async function convertRecording(deps: ConversionDeps, request: ConversionRequest): Promise<void> {
  const { owner, attempt, object } = request
  const tracker = trackProgress((progress) => owner.report(progress), attempt.log, owner)
  const inputPath = join(request.workDir, 'source')
  const onProgress = tracker.begin('fetching')
  if (!(await fetchObject(deps.store, object, inputPath, { signal: attempt.signal, onProgress }))) {
    await saveFailure(deps, request, objectGone)
    return
  }
  const tellConverted = tracker.begin('converting')
  const result = await request.convert(inputPath, (progress) => tellConverted(convertedFraction(progress)))
  if (result.ok) await saveRecording(deps, request, result)
  else await saveFailure(deps, request, result.failure)
}

/** What the stages usually take of a conversion, one after the other. */
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

async function saveFailure({ db }: ConversionDeps, request: ConversionRequest, failure: Failure) {
  request.attempt.log.info({ failure: failure.code }, 'recording cannot be processed')
  await inTransaction(db, async (tx) => {
    await request.owner.fail(tx, failure)
    await request.attempt.complete(tx)
  })
}

async function saveRecording(
  deps: ConversionDeps,
  { owner, attempt, language, isTranscribed }: ConversionRequest,
  media: ProcessedMedia,
): Promise<void> {
  const isHeard =
    isTranscribed && media.recognitionAudioPath !== null && deps.speech.engineFor(language) !== undefined
  const files = filesToStore(media, isHeard)
  const all = [files.rendition, files.poster, files.speech].filter((file) => file !== null)
  const keys = all.map((file) => file.key)
  await trashUnlessKept(deps.db, keys)
  for (const file of all) await storeFile(deps.store, file)
  const speech = files.speech && (await deps.store.head(files.speech.key))
  if (files.speech && !speech) throw new Error('The object store has lost what was just written.')

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
      notices: hasAudio ? media.notices : [...media.notices, 'no_audio'],
    })
    if (!(await owner.keep(tx, recordingId))) throw new Error('The record no longer waits for this result.')
    await keepObjects(tx, keys)
    if (speech) await owner.enqueueTranscription(tx)
    else if (hasAudio && isTranscribed) await owner.fail(tx, languageUnknown(language))
    else {
      if (!owner.isPrivate) await insertEmptyTranscript(tx, recordingId, language)
      await owner.succeed(tx)
    }
    await attempt.complete(tx)
  })
}

function filesToStore(media: ProcessedMedia, isHeard: boolean) {
  const { place, ...shown } = placeFiles(media)
  const path = isHeard ? media.recognitionAudioPath : null
  return { ...shown, speech: path === null ? null : place('speech.wav', path, 'audio/wav') }
}
