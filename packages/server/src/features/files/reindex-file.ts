import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { reindexTexts } from '../search-index/search-index.public.ts'
import { findFileTexts } from './managed-files.repo.ts'

/** Indexes the texts of a file again, because it belongs to another project. */
export async function reindexFile(enqueue: Enqueue, tx: Tx, fileId: number): Promise<void> {
  const file = await findFileTexts(tx, fileId)
  if (!file) return
  const { team_id: teamId, extraction_id, recording_id } = file
  const idsOf = (id: number | null) => (id === null ? [] : [id])
  await reindexTexts(enqueue, tx, { kind: 'page', sourceIds: idsOf(extraction_id), teamId })
  await reindexTexts(enqueue, tx, { kind: 'segment', sourceIds: idsOf(recording_id), teamId })
}
