import type { ProjectOverview } from '@inlet/contract/workspace'
import { DataRow } from '../../ui/DataRow.tsx'
import { countOf } from '../../ui/format/count.ts'
import { StatusWord } from '../../ui/StatusWord.tsx'
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

/** One status: what needs somebody comes before what works by itself. */
export function ProjectStatus({ project: { failed, working, counts } }: { project: ProjectOverview }) {
  if (failed > 0) return <StatusWord tone="failed">{countOf(failed, 'failed', 'failed')}</StatusWord>
  if (working > 0) return <StatusWord tone="working">{countOf(working, 'working', 'working')}</StatusWord>
  if (Object.values(counts).every((count) => count === 0)) return null
  return <StatusWord tone="ready">Ready</StatusWord>
}
