import { getProject, type ProjectOverview } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useRouterState, useSearch } from '@tanstack/react-router'
import { isGone } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { ProjectUploads } from '../../uploads/ProjectUploads.tsx'
import { describeCounts } from './describe-counts.ts'
import { describeSharing } from './describe-sharing.ts'
import classes from './Project.module.css'
import { ProjectMenu } from './ProjectMenu.tsx'

const warnings = {
  all: 'Recordings cannot be imported into this project. Its privacy settings remove both audio and video, so nothing would remain. Use a project with different settings.',
  audio:
    'Audio files cannot be imported into this project. Its privacy settings remove audio, so nothing would remain. Videos are kept without audio.',
}

const route = getRouteApi('/inside/projects/$projectId')

export function Project() {
  const { projectId } = route.useParams()
  const { can_write: canWrite } = useSession()
  const { data: project, error } = useQuery(queryOf(getProject, { params: { project_id: projectId } }))
  if (error && (!project || isGone(error)))
    return <ProblemPage title="This project cannot be shown." error={error} />
  if (!project) return <Loading label="the project" />
  const home = `/projects/${projectId}`
  return (
    <>
      <PageHeader
        title={project.name}
        above={<Link to="/projects">Projects</Link>}
        below={[
          describeCounts(project.counts),
          describeSharing(project),
          project.is_privacy_on && 'New recordings are protected',
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={canWrite && <ProjectUploads projectId={project.id} projectName={project.name} />}
        menu={canWrite && <ProjectMenu project={project} />}
      />
      {project.unusable_recordings && (
        <p role="note" className={classes.warning}>
          {warnings[project.unusable_recordings]}
        </p>
      )}
      <ProjectTabs home={home} counts={project.counts} />
      <Outlet />
    </>
  )
}

/** The contents by kind. A filter is kept when switching between them. */
function ProjectTabs({ home, counts }: { home: string; counts: ProjectOverview['counts'] }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { kind, sort, open: _, ...filters } = useSearch({ strict: false }) as Record<string, unknown>
  const kinds = [
    { kind: 'recording', label: 'Recordings', count: counts.audio + counts.video },
    { kind: 'document', label: 'Documents', count: counts.document },
    { kind: 'insight', label: 'Insights', count: counts.insight },
    { kind: 'survey', label: 'Surveys', count: counts.survey },
  ]
  const isImages = path !== home
  if (Object.values(counts).every((count) => count === 0)) return null
  // Only recordings can be sorted by duration.
  const keptSort = typeof sort === 'string' && !sort.endsWith('duration') ? { sort } : {}
  return (
    <LinkTabs
      label="Contents"
      tabs={[
        {
          label: 'All',
          to: home,
          search: { ...filters, ...keptSort },
          isCurrent: !isImages && kind === undefined,
        },
        ...kinds
          .filter((one) => one.count > 0 || one.kind === kind)
          .map((one) => ({
            label: one.label,
            to: home,
            search: { ...filters, ...keptSort, kind: one.kind },
            count: one.count,
            isCurrent: !isImages && kind === one.kind,
          })),
        ...(counts.image > 0 || isImages
          ? [{ label: 'Images', to: `${home}/images`, count: counts.image, isCurrent: isImages }]
          : []),
      ]}
    />
  )
}
