import type { Tx } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { indexNotes } from '../responses/responses.public.ts'
import { deleteSearchSources, reindexTexts } from '../search-index/search-index.public.ts'
import { listSurveyRecordings, type ManagedSurveyRow } from './managed-surveys.repo.ts'

/** Indexes the answers and recordings of a survey again, because it belongs to another project. */
export async function reindexSurvey(
  enqueue: Enqueue,
  tx: Tx,
  {
    id,
    team_id: teamId,
    status,
    completed_at,
  }: Pick<ManagedSurveyRow, 'id' | 'team_id' | 'status' | 'completed_at'>,
): Promise<void> {
  await deleteJobs(tx, [indexNotes], [String(id)])
  await deleteSearchSources(tx, 'note', [id])
  // An import that is running enqueues it at its end.
  const isImporting = status === 'VALIDATING' || status === 'PROCESSING'
  if (completed_at !== null && !isImporting)
    await enqueue(tx, indexNotes, { v: 1, surveyId: id }, { teamId, key: String(id) })
  const recordings = await listSurveyRecordings(tx, id)
  const sourceIds = recordings.flatMap(({ recording_id }) => recording_id ?? [])
  await reindexTexts(enqueue, tx, { kind: 'segment', sourceIds, teamId })
}
