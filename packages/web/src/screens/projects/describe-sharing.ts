import type { ProjectOverview } from '@inlet/contract/workspace'

/** Who has access to a project. */
export function describeSharing(project: ProjectOverview): string {
  const { share_preference: share, is_mine: isMine, owner } = project
  if (share === 2) return 'Shared with the team'
  if (share === 1) return isMine ? 'Private' : `Private to ${owner.name}`
  return 'Shared with selected roles'
}
