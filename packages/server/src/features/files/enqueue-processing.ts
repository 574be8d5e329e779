import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { enqueueStep } from '../recording-processing/recording-processing.public.ts'
import type { FileRecord } from './files.repo.ts'
import { processFile } from './process-file.job.ts'

/** Enqueues the first step of a file whose object is accepted. */
export async function enqueueProcessing(
  enqueue: Enqueue,
  tx: Tx,
  { id, kind, team_id: teamId }: Pick<FileRecord, 'id' | 'kind' | 'team_id'>,
): Promise<void> {
  if (kind === 'audio' || kind === 'video')
    await enqueueStep(enqueue, tx, { owner: 'file', id, teamId }, 'process')
  else await enqueue(tx, processFile, { v: 1, fileId: id }, { teamId, key: String(id) })
}
