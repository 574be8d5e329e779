/** The transcript that was uploaded with a recording: it replaces speech recognition. */
import { join } from 'node:path'
import { type FittingTranscript, type ProcessedMedia, readTranscriptFile } from '@inlet/processors'
import type { Tx } from '../../platform/db/database.ts'
import { fetchObject } from '../../platform/object-store/transfer.ts'
import { type Failure, objectGone } from '../document-processing/document-processing.public.ts'
import { enqueueIndexing } from '../search-index/search-index.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { failRecording } from './fail-recording.ts'
import { transcriptUnusable } from './failures.ts'
import type { RecordingDeps, RecordingStepRequest } from './recording-deps.handler.ts'
import { completeRecording, detachTranscript, type ImportedRecording } from './recording-lifecycle.repo.ts'
import { nextRecordingState } from './recording-lifecycle.state.ts'
import { importEngine, insertTranscript } from './recording-processing.repo.ts'
import { enqueueStep } from './recording-steps.ts'

export type BroughtTranscript =
  | { readonly ok: true; readonly transcript: FittingTranscript }
  | { readonly ok: false; readonly failure: Failure }

/** Reads it in a directory of its own, because that of the recording has the files of its conversion. */
export async function readBrought(
  { store, processing }: RecordingDeps,
  { recording, attempt }: RecordingStepRequest,
  { durationMs }: ProcessedMedia,
): Promise<BroughtTranscript | null> {
  const { transcript, language } = recording
  if (!transcript) return null
  const { signal } = attempt
  return processing.inWorkDir(async (workDir) => {
    const inputPath = join(workDir, 'source')
    if (!(await fetchObject(store, transcript.object, inputPath, { signal })))
      return { ok: false, failure: objectGone }
    const read = await readTranscriptFile({
      sandbox: processing.sandbox,
      inputPath,
      workDir,
      extension: transcript.name.slice(transcript.name.lastIndexOf('.') + 1).toLowerCase(),
      recording: { durationMs, language },
      signal,
    })
    if (!read.ok) return { ok: false, failure: transcriptUnusable('unprocessable') }
    if ('problem' in read.transcript)
      return { ok: false, failure: transcriptUnusable(read.transcript.problem) }
    return { ok: true, transcript: read.transcript }
  })
}

/** In the transaction that saves the converted recording: with the transcript it is complete, unless it is protected. */
export async function saveBrought(
  { enqueue }: RecordingDeps,
  tx: Tx,
  {
    recording,
    recordingId,
    brought,
  }: { recording: ImportedRecording; recordingId: number; brought: BroughtTranscript },
): Promise<void> {
  if (!brought.ok) {
    await failRecording(tx, recording, brought.failure)
    // A retry would fail again.
    await trashNow(tx, await detachTranscript(tx, recording))
    return
  }
  const { isProtected, teamId } = recording
  const { format, language, segments } = brought.transcript
  const start = { engine: importEngine, model: format, language }
  await insertTranscript(tx, recordingId, start, { segments, isShown: !isProtected })
  const next = nextRecordingState('process', 'succeed', { isProtected, hasSpeech: false })
  if (next !== 'completed') return enqueueStep(enqueue, tx, recording, next)
  await enqueueIndexing(enqueue, tx, { kind: 'segment', sourceId: recordingId, teamId })
  await completeRecording(tx, recording)
  await trashNow(tx, await detachTranscript(tx, recording))
}
