/**
 * The second step of a recording: transcribes it in chunks, each saved in its own transaction. An interrupted attempt
 * loses only the current chunk; the next attempt resumes there.
 */
import { join } from 'node:path'
import { SpeechError, type TranscribedChunk } from '@inlet/processors'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { type Attempt, StaleAttempt } from '../../platform/jobs/attempt.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { fetchObject } from '../../platform/object-store/transfer.ts'
import { type Failure, objectGone } from '../document-processing/document-processing.public.ts'
import { enqueueIndexing } from '../search-index/search-index.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { failRecording } from './fail-recording.ts'
import { languageUnknown, unusableSound } from './failures.ts'
import { trackProgress } from './progress.ts'
import type { RecordingDeps, RecordingStepRequest } from './recording-deps.handler.ts'
import { completeRecording, reportProgress } from './recording-lifecycle.repo.ts'
import { nextRecordingState } from './recording-lifecycle.state.ts'
import { beginTranscript, finishTranscript, saveChunk } from './recording-processing.repo.ts'
import { enqueueStep } from './recording-steps.ts'

export async function transcribeRecording(deps: RecordingDeps, request: RecordingStepRequest): Promise<void> {
  const { recording, attempt } = request
  const { recordingId, speech, teamId, isProtected } = recording
  if (recordingId === null || speech === null) throw new Error('The recording has no audio to transcribe.')
  const failure = await transcribe(deps, request, { recordingId, object: speech })
  await inTransaction(deps.db, async (tx) => {
    if (failure) await failRecording(tx, recording, failure)
    else {
      const next = nextRecordingState('transcribe', 'succeed', { isProtected, hasSpeech: false })
      if (next === 'completed') {
        await enqueueIndexing(deps.enqueue, tx, { kind: 'segment', sourceId: recordingId, teamId })
        await completeRecording(tx, recording)
      } else await enqueueStep(deps.enqueue, tx, recording, next)
    }
    const speechKey = await finishTranscript(tx, recordingId, { isShown: !isProtected })
    if (speechKey !== undefined) await trashNow(tx, [speechKey])
    await attempt.complete(tx)
  })
}

/** Undefined when the recording is transcribed to its end. */
async function transcribe(
  { db, store, speech }: RecordingDeps,
  { recording, attempt, workDir }: RecordingStepRequest,
  { recordingId, object }: { recordingId: number; object: PinnedObject },
): Promise<Failure | undefined> {
  const { language } = recording
  const engine = speech.engineFor(language)
  if (!engine) return languageUnknown(language)
  const { signal } = attempt
  const wavPath = join(workDir, 'speech.wav')
  if (!(await fetchObject(store, object, wavPath, { signal }))) return objectGone
  const { heardMs, chunkCount } = await inTransaction(db, (tx) =>
    beginTranscript(tx, recordingId, { engine: engine.id, model: engine.model, language }),
  )
  const reportTranscribed = trackProgress(
    (progress) => reportProgress(db, recording, progress),
    attempt.log,
    recording,
  ).begin('transcribing')
  try {
    await engine.transcribe({
      wavPath,
      language,
      resumeAtMs: heardMs,
      resumeIndex: chunkCount,
      signal,
      onChunk: (chunk) => commitChunk(db, recordingId, chunk, attempt),
      onProgress: ({ positionMs, durationMs }) => reportTranscribed(positionMs / durationMs),
    })
  } catch (error) {
    if (error instanceof SpeechError && error.code === 'bad_audio') return unusableSound
    throw error
  }
  return undefined
}

async function commitChunk(
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
