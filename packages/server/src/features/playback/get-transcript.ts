import type { RouteResponse } from '@inlet/contract'
import type { getTranscript as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { readWhole } from '../../platform/http/query.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'
import { readSegments } from './playback.repo.ts'

export async function getTranscript(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams,
  query: unknown,
): Promise<RouteResponse<typeof route, 200>> {
  const row = await requireRecording(db, principal, params)
  const from = readWhole(query, 'from', { fallback: 0, max: 10_000_000 })
  return {
    segments: row.recording_id === null ? [] : await readSegments(db, row.recording_id, from),
    is_whole: row.is_whole ?? false,
    heard_ms: row.heard_ms ?? 0,
  }
}
