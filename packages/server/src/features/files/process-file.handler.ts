import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import { extractDocument, extractImage } from '../document-processing/document-processing.public.handler.ts'
import { extractObject } from '../document-processing/document-processing.public.ts'
import { documentNotices } from '../projects/projects.public.ts'
import {
  handleRecordingStep,
  type RecordingDeps,
} from '../recording-processing/recording-processing.public.handler.ts'
import { enqueueIndexing } from '../search-index/search-index.public.ts'
import {
  type FileToProcess,
  failFile,
  findFileToProcess,
  finishFile,
  reportFileProgress,
  saveFileHash,
} from './files.repo.ts'
import type { processFile } from './process-file.job.ts'

export async function handleProcessFile(
  deps: RecordingDeps,
  { fileId }: JobPayload<typeof processFile>,
  attempt: Attempt,
): Promise<void> {
  const file = await findFileToProcess(deps.db, fileId)
  if (file) await deps.processing.inWorkDir((workDir) => extract(deps, file, attempt, workDir))
  // Releases before migration 0031 enqueue recordings here too.
  else await handleRecordingStep(deps, 'process', { owner: 'file', id: fileId }, attempt)
}

function extract(
  deps: RecordingDeps,
  { id, teamId, object, extension, kind, privacy, locales }: FileToProcess,
  attempt: Attempt,
  workDir: string,
): Promise<void> {
  const process = kind === 'image' ? extractImage : extractDocument
  return extractObject(deps, {
    object,
    attempt,
    workDir,
    notices: documentNotices(privacy),
    process: (inputPath, onProgress) =>
      process(deps.processing, {
        inputPath,
        extension,
        locales,
        workDir,
        signal: attempt.signal,
        onProgress,
      }),
    saveHash: (sha256) => saveFileHash(deps.db, id, sha256),
    report: (progress) => reportFileProgress(deps.db, id, progress),
    async succeed(tx, extractionId) {
      await enqueueIndexing(deps.enqueue, tx, { kind: 'page', sourceId: extractionId, teamId })
      return finishFile(tx, id, extractionId)
    },
    fail: (tx, failure) => failFile(tx, id, failure),
  })
}
