import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import {
  extractDocument,
  extractImage,
  type ProcessingDeps,
} from '../extraction/extraction.public.handler.ts'
import { extractObject } from '../extraction/extraction.public.ts'
import { convertMedia, isTranscriptWanted } from '../recordings/recordings.public.handler.ts'
import { convertRecording, type Speech } from '../recordings/recordings.public.ts'
import { enqueueIndexing } from '../search/search.public.ts'
import { failPrivateFile } from './fail-private-file.ts'
import { keepClosedRecording, keepFileRecording } from './file-recordings.repo.ts'
import {
  type FileToProcess,
  failFile,
  findFileToProcess,
  finishFile,
  reportFileProgress,
} from './files.repo.ts'
import type { processFile } from './process-file.job.ts'
import { protectFile } from './protect-file.job.ts'
import { transcribeFile } from './transcribe-file.job.ts'

type Deps = ProcessingDeps & { enqueue: Enqueue; speech: Speech }

export async function handleProcessFile(
  deps: Deps,
  { fileId }: JobPayload<typeof processFile>,
  attempt: Attempt,
): Promise<void> {
  const file = await findFileToProcess(deps.db, fileId)
  if (!file) return
  const isRecording = file.kind === 'audio' || file.kind === 'video'
  await deps.processing.inWorkDir((workDir) =>
    isRecording ? convert(deps, file, attempt, workDir) : extract(deps, file, attempt, workDir),
  )
}

function extract(
  deps: Deps,
  { id, teamId, object, extension, kind }: FileToProcess,
  attempt: Attempt,
  workDir: string,
): Promise<void> {
  const process = kind === 'image' ? extractImage : extractDocument
  return extractObject(deps, {
    object,
    attempt,
    workDir,
    process: (inputPath) =>
      process(deps.processing, { inputPath, extension, workDir, signal: attempt.signal }),
    async succeed(tx, extractionId) {
      await enqueueIndexing(deps.enqueue, tx, { kind: 'page', sourceId: extractionId, teamId })
      return finishFile(tx, id, extractionId)
    },
    fail: (tx, failure) => failFile(tx, id, failure),
  })
}

function convert(
  deps: Deps,
  { id, teamId, object, extension, language, privacy }: FileToProcess,
  attempt: Attempt,
  workDir: string,
): Promise<void> {
  const isPrivate = privacy !== null
  return convertRecording(deps, {
    object,
    language,
    isTranscribed: isTranscriptWanted(privacy),
    attempt,
    workDir,
    convert: convertMedia(deps.processing, { extension, workDir, signal: attempt.signal }),
    owner: {
      isPrivate,
      keep: (tx, recordingId) => (isPrivate ? keepClosedRecording : keepFileRecording)(tx, id, recordingId),
      enqueueTranscription: (tx) =>
        deps.enqueue(tx, transcribeFile, { v: 1, fileId: id }, { teamId, key: String(id) }),
      succeed: (tx) => (isPrivate ? enqueueProtection(deps, tx, { id, teamId }) : finishFile(tx, id, null)),
      fail: (tx, failure) => (isPrivate ? failPrivateFile : failFile)(tx, id, failure),
      report: (progress) => reportFileProgress(deps.db, id, progress),
    },
  })
}

export async function enqueueProtection(
  { enqueue }: { enqueue: Enqueue },
  tx: Tx,
  { id, teamId }: { id: number; teamId: number },
): Promise<true> {
  await enqueue(tx, protectFile, { v: 1, fileId: id }, { teamId, key: String(id) })
  return true
}
