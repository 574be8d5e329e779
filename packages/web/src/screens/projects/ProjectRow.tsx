import type { ProjectOverview } from '@inlet/contract/workspace'
import { DataRow } from '../../ui/DataRow.tsx'
import { countOf } from '../../ui/format/count.ts'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { describeCounts } from './describe-counts.ts'

export function ProjectRow({ project }: { project: ProjectOverview }) {
  return (
    <DataRow
      to={`/projects/${project.id}`}
      title={project.name}
      detail={describeCounts(project.counts)}
      status={<ProjectStatus project={project} />}
      aside={<TimeAgo at={project.changed_at} isPlain />}
    />
  )
}

/** Failures take precedence over work in progress. */
export function ProjectStatus({ project: { failed, working, counts } }: { project: ProjectOverview }) {
  if (failed > 0) return <StatusLabel tone="failed">{countOf(failed, 'failed', 'failed')}</StatusLabel>
  if (working > 0)
    return <StatusLabel tone="working">{countOf(working, 'processing', 'processing')}</StatusLabel>
  if (Object.values(counts).every((count) => count === 0)) return null
  return <StatusLabel tone="ready">Ready</StatusLabel>
}
