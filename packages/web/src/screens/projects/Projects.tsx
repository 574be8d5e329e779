import { listProjects } from '@inlet/contract/workspace'
import { Button, Menu } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { pagesOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useStableOrder } from '../../changes/use-stable-order.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { NewPill } from '../../ui/NewPill.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { FirstProject } from './FirstProject.tsx'
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
  const isEmpty = query.isSuccess && projects.length === 0
  useRowKeys('Projects')
  useShortcut({ keys: 'n', label: 'New project', group: 'Projects' }, () => setCreating(true), canWrite)
  const newButton = canWrite && (
    <Button leftSection={<Icon name="add" />} onClick={() => setCreating(true)}>
      New project
    </Button>
  )
  return (
    <>
      <PageHeader title="Projects" actions={!isEmpty && newButton} menu={canWrite && <ProjectsMenu />} />
      {query.isPending && <Loading label="projects" />}
      {query.isError && (
        <ErrorPanel
          title="The projects could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {isEmpty && <NoProjects canWrite={canWrite} newButton={newButton} />}
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

function ProjectsMenu() {
  const navigate = useNavigate()
  return (
    <MoreMenu>
      <Menu.Item onClick={() => void navigate({ to: '/projects/archived' })}>Archived projects</Menu.Item>
      <Menu.Item onClick={() => void navigate({ to: '/trash' })}>Trash</Menu.Item>
    </MoreMenu>
  )
}

function NoProjects({ canWrite, newButton }: { canWrite: boolean; newButton: ReactNode }) {
  if (!canWrite)
    return (
      <EmptyState title="No project is shared with you yet.">
        Ask a colleague to share one with your role, or with everyone on the team.
      </EmptyState>
    )
  return <FirstProject newButton={newButton} />
}
