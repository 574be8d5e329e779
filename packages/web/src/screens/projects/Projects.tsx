import { listProjects } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useStableOrder } from '../../changes/use-stable-order.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { NewPill } from '../../ui/NewPill.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { NewProject } from './NewProject.tsx'
import { ProjectRow } from './ProjectRow.tsx'

const keyOf = ({ id }: { id: number }) => String(id)
const none: never[] = []

export function Projects() {
  const { can_write: canWrite } = useSession()
  const [isCreating, setCreating] = useState(false)
  const query = useInfiniteQuery(pagesOf(listProjects, {}))
  const projects = query.data?.pages.flatMap((page) => page.projects) ?? none
  const stable = useStableOrder(projects, keyOf)
  useShortcut({ keys: 'n', label: 'New project', group: 'Projects' }, () => setCreating(true), canWrite)
  const newButton = canWrite && (
    <Button leftSection={<Icon name="add" />} onClick={() => setCreating(true)}>
      New project
    </Button>
  )
  return (
    <>
      <PageHeader title="Projects" actions={newButton} />
      {query.isPending && <Loading label="projects" />}
      {query.isError && (
        <ErrorPanel
          title="The projects could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && projects.length === 0 && <NoProjects canWrite={canWrite} />}
      <NewPill count={stable.newCount} onShow={stable.showNew} />
      {projects.length > 0 && (
        <DataList label="Projects" {...stable.holdProps}>
          {stable.shown.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </DataList>
      )}
      <MoreButton query={query} label="Show more projects" />
      {isCreating && <NewProject onClose={() => setCreating(false)} />}
    </>
  )
}

function NoProjects({ canWrite }: { canWrite: boolean }) {
  if (!canWrite)
    return (
      <EmptyState title="No project is shared with you yet.">
        Ask a colleague to share one with your role, or with everyone on the team.
      </EmptyState>
    )
  return (
    <EmptyState
      title="A project holds the interviews, documents and surveys of one study."
      command={`curl ${location.origin}/api/v1/developer/import/projects/create -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"name":"My first project"}'`}
    >
      Create your first project here or with the API:
    </EmptyState>
  )
}
