import { getProject } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useRouterState } from '@tanstack/react-router'
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

const warnings = {
  all: 'Recordings cannot be imported into this project. Its privacy settings remove both audio and video, so nothing would remain. Use a project with different settings.',
  audio:
    'Audio files cannot be imported into this project. Its privacy settings remove audio, so nothing would remain. Videos are kept without audio.',
}

const route = getRouteApi('/inside/projects/$projectId')

export function Project() {
  const { projectId } = route.useParams()
  const { can_write: canWrite } = useSession()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { data: project, error } = useQuery(queryOf(getProject, { params: { project_id: projectId } }))
  if (error) return <ProblemPage title="This project cannot be shown." error={error} />
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
      />
      {project.unusable_recordings && (
        <p role="note" className={classes.warning}>
          {warnings[project.unusable_recordings]}
        </p>
      )}
      {project.counts.image > 0 && (
        <LinkTabs
          label="Project"
          tabs={[
            { label: 'Imports', to: home, isCurrent: path === home },
            {
              label: 'Images',
              to: `${home}/images`,
              count: project.counts.image,
              isCurrent: path !== home,
            },
          ]}
        />
      )}
      <Outlet />
    </>
  )
}
