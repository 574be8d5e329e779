import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { getTranscript as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'
import { readChangedSegments, readSegments } from './recordings.repo.ts'

export async function getTranscript(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams,
  { from = 0, changed_since: since }: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const row = await requireRecording(db, principal, params)
  const { recording_id: id } = row
  // The version is read before the segments: one that is too old makes the page read a change twice, never miss it.
  const read = (of: number) =>
    since === undefined ? readSegments(db, of, from) : readChangedSegments(db, of, since)
  return {
    segments: id === null ? [] : await read(id),
    is_whole: row.is_whole ?? false,
    heard_ms: row.heard_ms ?? 0,
    version: row.version ?? 0,
    names_version: row.names_version ?? 0,
  }
}
