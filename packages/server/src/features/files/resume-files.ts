import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { resumeRecording } from '../recording-processing/recording-processing.public.ts'
import { downloadFile } from './download-file.job.ts'
import { type InterruptedFile, listInterruptedFiles } from './file-trash.repo.ts'
import { processFile } from './process-file.job.ts'

/** Starts the interrupted step of files that were being processed when they or their project were deleted. */
export async function resumeFiles(
  enqueue: Enqueue,
  tx: Tx,
  selected: { id: number } | { projectId: number },
): Promise<void> {
  for (const file of await listInterruptedFiles(tx, selected)) await resume(enqueue, tx, file)
}

async function resume(enqueue: Enqueue, tx: Tx, file: InterruptedFile): Promise<void> {
  const { id, team_id: teamId, kind, is_downloading } = file
  const target = { teamId, key: String(id) }
  if (is_downloading) await enqueue(tx, downloadFile, { v: 1, fileId: id }, target)
  else if (kind === 'audio' || kind === 'video') await resumeRecording(enqueue, tx, { owner: 'file', id })
  else await enqueue(tx, processFile, { v: 1, fileId: id }, target)
}
