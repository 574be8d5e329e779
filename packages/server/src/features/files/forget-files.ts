import type { Tx } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { deleteExtractions } from '../document-processing/document-processing.public.ts'
import { deleteRecordingJobs, deleteRecordings } from '../recording-processing/recording-processing.public.ts'
import { deleteTexts } from '../search-index/search-index.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { downloadFile } from './download-file.job.ts'
import type { ErasedFile } from './files.repo.ts'
import { processFile } from './process-file.job.ts'

export interface ForgottenFiles {
  searchEntries: number
  jobs: number
  objects: number
}

const presentOf = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)

/** Deletes what belongs to deleted files: jobs, texts, recordings and objects. */
export async function forgetFiles(tx: Tx, erased: readonly ErasedFile[]): Promise<ForgottenFiles> {
  const { jobs, searchEntries } = await cancelFileWork(tx, erased)
  const pages = await deleteExtractions(tx, presentOf(erased.map((one) => one.extraction_id)))
  const played = await deleteRecordings(
    tx,
    erased.flatMap((one) => one.recording_ids),
  )
  const keys = [...new Set([...presentOf(erased.flatMap(({ keys }) => keys)), ...pages, ...played])]
  await trashNow(tx, keys)
  return { searchEntries, jobs, objects: keys.length }
}

/** Deletes jobs, so that a running attempt cannot commit, and search entries. */
export async function cancelFileWork(
  tx: Tx,
  files: readonly Pick<ErasedFile, 'id' | 'extraction_id' | 'recording_ids'>[],
): Promise<Omit<ForgottenFiles, 'objects'>> {
  const ids = files.map(({ id }) => id)
  const fileJobs = await deleteJobs(tx, [downloadFile, processFile], ids.map(String))
  const recordingJobs = await deleteRecordingJobs(tx, 'file', ids)
  const read = await deleteTexts(tx, 'page', presentOf(files.map((one) => one.extraction_id)))
  const spoken = await deleteTexts(
    tx,
    'segment',
    files.flatMap((one) => one.recording_ids),
  )
  return {
    searchEntries: read.searchEntries + spoken.searchEntries,
    jobs: fileJobs + recordingJobs + read.jobs + spoken.jobs,
  }
}
