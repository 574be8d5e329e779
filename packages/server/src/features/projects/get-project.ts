import type { RouteResponse } from '@inlet/contract'
import type { getProject as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isId } from '../../platform/http/cursor.ts'
import { viewOverview } from './project-overview.view.ts'
import { findOverview } from './project-overviews.repo.ts'
import { unusableRecordings } from './unusable-recordings.policy.ts'

export async function getProject(
  { db }: { db: Db },
  principal: Principal,
  projectId: string,
): Promise<RouteResponse<typeof route, 200>> {
  const id = Number(projectId)
  const row = isId(id) ? await findOverview(db, principal, id) : undefined
  if (!row) throw new AppError('project_not_found')
  return {
    ...viewOverview(row, principal),
    transcript_language: row.transcript_language,
    supported_languages: row.supported_languages,
    is_privacy_on: row.auto_pii_enabled,
    unusable_recordings: unusableRecordings(row.auto_pii_enabled, row.privacy),
  }
}
