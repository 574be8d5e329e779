import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import {
  extractDocument,
  extractImage,
  type Processing,
  type ProcessingDeps,
  type ProcessingInput,
} from '../extraction/extraction.public.handler.ts'
import { type ExtractionResult, extractObject } from '../extraction/extraction.public.ts'
import type { FileKind } from '../uploads/uploads.public.ts'
import { failFile, findFileToProcess, finishFile } from './files.repo.ts'
import type { processFile } from './process-file.job.ts'

type Process = (processing: Processing, input: ProcessingInput) => Promise<ExtractionResult>

const noTranscription = async (): Promise<ExtractionResult> => ({
  ok: false,
  failure: {
    code: 'transcription_unavailable',
    message:
      'Recordings cannot be transcribed by this version of Inlet. The file is stored. Upgrade, then upload it again.',
  },
})

const processByKind: Record<FileKind, Process> = {
  document: extractDocument,
  image: extractImage,
  audio: noTranscription,
  video: noTranscription,
}

export async function handleProcessFile(
  deps: ProcessingDeps,
  { fileId }: JobPayload<typeof processFile>,
  attempt: Attempt,
): Promise<void> {
  const file = await findFileToProcess(deps.db, fileId)
  if (!file) return
  const { object, extension, kind } = file
  await deps.processing.inWorkDir((workDir) =>
    extractObject(deps, {
      object,
      attempt,
      workDir,
      process: (inputPath) =>
        processByKind[kind](deps.processing, { inputPath, extension, workDir, signal: attempt.signal }),
      succeed: (tx, extractionId) => finishFile(tx, fileId, extractionId),
      fail: (tx, failure) => failFile(tx, fileId, failure),
    }),
  )
}
