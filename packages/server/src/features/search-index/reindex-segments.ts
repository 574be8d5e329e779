import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { reindexTexts } from './reindex-texts.ts'
import { addSearchEntries, deleteSearchEntries } from './search-index.repo.ts'
import { isTranscriptIndexed, segmentTexts } from './texts.repo.ts'

/** Indexes changed segments of a transcript again. The caller has locked the transcript and the record that owns it. */
export async function reindexSegments(
  enqueue: Enqueue,
  tx: Tx,
  transcript: { recordingId: number; projectId: number; teamId: number },
  numbers: readonly number[],
): Promise<void> {
  const { recordingId, projectId, teamId } = transcript
  // A job that is still indexing may have read the old text.
  if (!(await isTranscriptIndexed(tx, recordingId)))
    return reindexTexts(enqueue, tx, { kind: 'segment', sourceIds: [recordingId], teamId })
  const source = { projectId, kind: 'segment' as const, sourceId: recordingId }
  const items = numbers.map((number) => number + 1)
  await deleteSearchEntries(tx, source, items)
  await addSearchEntries(tx, { ...source, texts: segmentTexts(recordingId, items) })
}
