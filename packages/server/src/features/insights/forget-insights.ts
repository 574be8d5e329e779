import type { Tx } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { deleteExtractions } from '../document-processing/document-processing.public.ts'
import { deleteTexts } from '../search-index/search-index.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { downloadInsight } from './download-insight.job.ts'
import type { ErasedInsight } from './insights.repo.ts'
import { processInsight } from './process-insight.job.ts'

export interface ForgottenInsights {
  searchEntries: number
  jobs: number
  objects: number
}

const presentOf = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)

/** Deletes what belongs to deleted insights: jobs, texts and objects. */
export async function forgetInsights(tx: Tx, erased: readonly ErasedInsight[]): Promise<ForgottenInsights> {
  const { jobs, searchEntries } = await cancelInsightWork(tx, erased)
  const derived = await deleteExtractions(tx, presentOf(erased.map((one) => one.extraction_id)))
  const keys = [...new Set([...presentOf(erased.flatMap(({ keys }) => keys)), ...derived])]
  await trashNow(tx, keys)
  return { searchEntries, jobs, objects: keys.length }
}

/** Deletes jobs, so that a running attempt cannot commit, and search entries. */
export async function cancelInsightWork(
  tx: Tx,
  insights: readonly Pick<ErasedInsight, 'id' | 'extraction_id'>[],
): Promise<Omit<ForgottenInsights, 'objects'>> {
  const ids = insights.map(({ id }) => String(id))
  const jobs = await deleteJobs(tx, [downloadInsight, processInsight], ids)
  const read = await deleteTexts(tx, 'page', presentOf(insights.map((one) => one.extraction_id)))
  return { searchEntries: read.searchEntries, jobs: jobs + read.jobs }
}
