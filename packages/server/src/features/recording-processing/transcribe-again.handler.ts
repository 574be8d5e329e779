/**
 * Transcribes a recording again from its playback copy. Nothing changes until the whole transcript replaces the earlier
 * one in a single transaction; if it fails, the earlier one stays.
 */

import { join } from 'node:path'
import { readSound, type Segment, SpeechError } from '@inlet/processors'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { type Attempt, StaleAttempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import { trackProgress } from '../../platform/jobs/track-progress.ts'
import { fetchObject } from '../../platform/object-store/transfer.ts'
import { type Failure, objectGone } from '../document-processing/document-processing.public.ts'
import { deleteTexts, enqueueIndexing } from '../search-index/search-index.public.ts'
import { noEngineFor, unusableSound } from './failures.ts'
import type { RecordingDeps } from './recording-deps.handler.ts'
import { replaceTranscript } from './recording-processing.repo.ts'
import type { transcribeAgainJob } from './transcribe-again.job.ts'
import {
  deleteRequest,
  failRequest,
  findRequest,
  lockRequest,
  reportRequest,
  type TranscriptionRequest,
} from './transcription-requests.repo.ts'

const shares = { listening: [0, 10], transcribing: [10, 100] } as const

export async function handleTranscribeAgain(
  deps: RecordingDeps,
  { recordingId }: JobPayload<typeof transcribeAgainJob>,
  attempt: Attempt,
): Promise<void> {
  const request = await findRequest(deps.db, recordingId)
  if (!request) return
  const result = await deps.processing.inWorkDir((workDir) => transcribe(deps, { request, attempt, workDir }))
  await inTransaction(deps.db, async (tx) => {
    if (await lockRequest(tx, recordingId)) await save(deps, tx, request, result)
    await attempt.complete(tx)
  })
}

type Result = { segments: Segment[]; engine: string; model: string } | Failure

async function save(
  { enqueue }: RecordingDeps,
  tx: Tx,
  { recordingId, language, teamId }: TranscriptionRequest,
  result: Result,
): Promise<void> {
  if ('code' in result) return failRequest(tx, recordingId, result)
  const { engine, model, segments } = result
  await replaceTranscript(tx, recordingId, { engine, model, language }, segments)
  await deleteTexts(tx, 'segment', [recordingId])
  await enqueueIndexing(enqueue, tx, { kind: 'segment', sourceId: recordingId, teamId })
  await deleteRequest(tx, recordingId)
}

async function transcribe(
  { db, store, speech, processing }: RecordingDeps,
  { request, attempt, workDir }: { request: TranscriptionRequest; attempt: Attempt; workDir: string },
): Promise<Result> {
  const { recordingId, language, renditionKey, renditionType } = request
  const { signal, log } = attempt
  const engine = speech.engineFor(language)
  if (!engine) return noEngineFor(language)
  const inputPath = join(workDir, 'source')
  const object = await store.head(renditionKey)
  if (!object || !(await fetchObject(store, object, inputPath, { signal }))) return objectGone
  const tracker = trackProgress((progress) => reportRequest(db, recordingId, progress), log, shares)
  const reportListened = tracker.begin('listening')
  const sound = await readSound({
    sandbox: processing.sandbox,
    extension: extensionOf(renditionType),
    inputPath,
    workDir,
    signal,
    onProgress: ({ percent }) => reportListened(percent / 100),
  })
  if (!sound.ok) return sound.failure
  if (sound.path === null) return unusableSound
  const report = tracker.begin('transcribing')
  const segments: Segment[] = []
  try {
    await engine.transcribe({
      wavPath: sound.path,
      language,
      signal,
      onChunk: async (chunk) => {
        // It may have been withdrawn, or the recording deleted.
        if (!(await findRequest(db, recordingId))) throw new StaleAttempt()
        segments.push(...chunk.segments)
      },
      onProgress: ({ positionMs, durationMs }) => report(positionMs / durationMs),
    })
  } catch (error) {
    if (error instanceof SpeechError && error.code === 'bad_audio') return unusableSound
    throw error
  }
  return { segments, engine: engine.id, model: engine.model }
}

const extensions: Record<string, string> = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'video/mp4': 'mp4' }

function extensionOf(type: string): string {
  const extension = extensions[type]
  if (extension === undefined) throw new Error(`The rendition type ${type} is not supported.`)
  return extension
}
