import type { Recording } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'
import { viewRecording } from './recording.view.ts'
import { listSpeakers } from './recordings.repo.ts'

export async function getRecording(
  { db, store }: { db: Db; store: ObjectStore },
  principal: Principal,
  params: RecordingParams,
): Promise<Recording> {
  const row = await requireRecording(db, principal, params)
  const speakers = row.recording_id === null ? [] : await listSpeakers(db, row.recording_id)
  const originalUrl =
    row.original_key && (await store.presignDownload(row.original_key, row.name, { isAttachment: true }))
  return viewRecording(row, speakers, originalUrl)
}
