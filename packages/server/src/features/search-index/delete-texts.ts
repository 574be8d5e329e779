import type { Tx } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { indexText } from './index-text.job.ts'
import { deleteSearchSources } from './search-index.repo.ts'
import type { TextKind } from './texts.repo.ts'

/** Deletes the entries of removed texts and their indexing jobs. */
export async function deleteTexts(
  tx: Tx,
  kind: TextKind,
  sourceIds: readonly number[],
): Promise<{ searchEntries: number; jobs: number }> {
  const keys = sourceIds.map((sourceId) => indexingKey(kind, sourceId))
  const jobs = await deleteJobs(tx, [indexText], keys)
  return { searchEntries: await deleteSearchSources(tx, kind, sourceIds), jobs }
}

export const indexingKey = (kind: TextKind, sourceId: number) => `${kind} ${sourceId}`
