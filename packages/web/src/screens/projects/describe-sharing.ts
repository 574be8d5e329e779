import type { ProjectOverview } from '@inlet/contract/workspace'

/** Who can open a project, in words. */
export function describeSharing(project: ProjectOverview): string {
  const { share_preference: share, is_mine: isMine, owner } = project
  if (share === 2) return 'shared with the team'
  const whose = isMine ? 'you' : owner.name
  return share === 1 ? `only ${whose}` : `${whose} and some roles`
}
