import type { RouteQuery, RouteResponse } from '@inlet/contract'
import { maxChangeLines, type listTranscriptChanges as route } from '@inlet/contract/workspace'
import { isReadOnly, type Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { cutPage, isSmallId, readCursorPage } from '../../platform/http/cursor.ts'
import { type RecordingParams, requireRecording } from './open-recording.ts'
import { listChanges } from './transcript-changes.repo.ts'

export async function listTranscriptChanges(
  { db }: { db: Db },
  principal: Principal,
  params: RecordingParams,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  if (isReadOnly(principal)) throw new AppError('read_only_role')
  const page = readCursorPage(query, ([version]) => (isSmallId(version) ? version : undefined))
  const { recording_id: id } = await requireRecording(db, principal, params)
  if (id === null) return { changes: [], next_cursor: null }
  const found = await listChanges(db, id, {
    before: page.after,
    line: query.line,
    maxLines: maxChangeLines,
    limit: page.limit + 1,
  })
  const { rows, next_cursor } = cutPage(found, page, ({ version }) => [version])
  return {
    changes: rows.map((row) => ({ ...row, at: row.at.toISOString(), lines: row.lines ?? [] })),
    next_cursor,
  }
}
