/**
 * The second half of a recording's way: heard chunk by chunk, each kept in a transaction of its own. An attempt
 * that ends early costs the chunk it was at; the next goes on from there, however often that happens.
 */
import { join } from 'node:path'
import { SpeechError, type TranscribedChunk } from '@inlet/processors'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { type Attempt, StaleAttempt } from '../../platform/jobs/worker.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { fetchObject } from '../../platform/object-store/transfer.ts'
import { type Failure, objectGone } from '../extraction/extraction.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { languageUnknown, unusableSound } from './failures.ts'
import type { RecordingOwner } from './owner.ts'
import { trackProgress } from './progress.ts'
import {
  beginTranscript,
  findRecordingToTranscribe,
  finishTranscript,
  type RecordingToTranscribe,
  saveChunk,
} from './recordings.repo.ts'
import type { Speech } from './speech.ts'

export interface TranscriptionDeps {
  db: Db
  store: ObjectStore
  speech: Speech
}

export interface TranscriptionRequest {
  recordingId: number
  language: string
  owner: Omit<RecordingOwner, 'keep' | 'enqueueTranscription'>
  attempt: Attempt
  workDir: string
}

export async function transcribeRecording(
  deps: TranscriptionDeps,
  request: TranscriptionRequest,
): Promise<void> {
  const { recordingId, owner, attempt } = request
  const recording = await findRecordingToTranscribe(deps.db, recordingId)
  if (!recording) throw new Error('The recording has nothing to be heard.')
  const failure = await hear(deps, request, recording)
  await inTransaction(deps.db, async (tx) => {
    if (failure) await owner.fail(tx, failure)
    else await owner.succeed(tx)
    const speechKey = await finishTranscript(tx, recordingId, { isShown: !owner.isPrivate })
    if (speechKey !== undefined) await trashNow(tx, [speechKey])
    await attempt.complete(tx)
  })
}

/** Undefined when the recording was heard to its end. */
async function hear(
  { db, store, speech }: TranscriptionDeps,
  { recordingId, language, owner, attempt, workDir }: TranscriptionRequest,
  recording: RecordingToTranscribe,
): Promise<Failure | undefined> {
  const engine = speech.engineFor(language)
  if (!engine) return languageUnknown(language)
  const { signal } = attempt
  const wavPath = join(workDir, 'speech.wav')
  if (!(await fetchObject(store, recording.speech, wavPath, { signal }))) return objectGone
  const { heardMs, chunkCount } = await inTransaction(db, (tx) =>
    beginTranscript(tx, recordingId, { engine: engine.id, model: engine.model, language }),
  )
  const tellHeard = trackProgress((progress) => owner.report(progress), attempt.log, owner).begin(
    'transcribing',
  )
  try {
    await engine.transcribe({
      wavPath,
      language,
      resumeAtMs: heardMs,
      resumeIndex: chunkCount,
      signal,
      onChunk: (chunk) => keepChunk(db, recordingId, chunk, attempt),
      onProgress: ({ positionMs, durationMs }) => tellHeard(positionMs / durationMs),
    })
  } catch (error) {
    if (error instanceof SpeechError && error.code === 'bad_audio') return unusableSound
    throw error
  }
  return undefined
}

async function keepChunk(
  db: Db,
  recordingId: number,
  chunk: TranscribedChunk,
  attempt: Attempt,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await saveChunk(tx, recordingId, chunk))) throw new StaleAttempt()
    await attempt.advance(tx)
  })
}
