import type { ProjectOverview } from '@inlet/contract/workspace'
import { roles } from '@inlet/contract/workspace'
import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'

const DeleteProject = lazyComponent(() => import('./DeleteProject.tsx'), 'DeleteProject')
const RenameProject = lazyComponent(() => import('./RenameProject.tsx'), 'RenameProject')

/** For those who can write; only owners and team admins can delete a project. */
export function ProjectMenu({ project }: { project: Pick<ProjectOverview, 'id' | 'name' | 'is_mine'> }) {
  const { user } = useSession()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const isManager = project.is_mine || user.role === roles.admin
  const navigate = useNavigate()
  const openSettings = () =>
    void navigate({ to: '/projects/$projectId/settings', params: { projectId: String(project.id) } })
  const close = () => setOpen(undefined)
  useShortcut({ keys: 'F2', label: 'Rename project', group: 'Project' }, () => setOpen('rename'))
  return (
    <>
      <MoreMenu>
        <Menu.Item onClick={() => setOpen('rename')} rightSection={<kbd>F2</kbd>}>
          Rename
        </Menu.Item>
        <Menu.Item onClick={openSettings}>Settings</Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/trash' })}>Trash</Menu.Item>
        {isManager && <Menu.Item onClick={() => setOpen('delete')}>Delete project</Menu.Item>}
      </MoreMenu>
      <Suspense>
        {open === 'rename' && <RenameProject project={project} onClose={close} />}
        {open === 'delete' && <DeleteProject project={project} onClose={close} />}
      </Suspense>
    </>
  )
}
