import type { ProjectOverview } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { ProjectOverviewRow } from './project-overviews.repo.ts'

export function viewOverview(row: ProjectOverviewRow, principal: Principal): ProjectOverview {
  const { audio, video, document, image, insight, survey } = row
  return {
    id: row.id,
    name: row.name,
    share_preference: row.share_preference,
    shared_roles: row.shared_roles,
    owner: { id: row.owner_id, name: row.owner_name },
    is_mine: row.owner_id === principal.userId,
    counts: { audio, video, document, image, insight, survey },
    working: row.working,
    failed: row.failed,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
  }
}
