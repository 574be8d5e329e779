import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { getTranscript as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'
import { readSegments } from './recordings.repo.ts'

export async function getTranscript(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams,
  { from = 0 }: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const row = await requireRecording(db, principal, params)
  return {
    segments: row.recording_id === null ? [] : await readSegments(db, row.recording_id, from),
    is_whole: row.is_whole ?? false,
    heard_ms: row.heard_ms ?? 0,
  }
}
