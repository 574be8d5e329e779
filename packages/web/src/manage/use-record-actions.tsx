import { Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../api/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useShortcut } from '../ui/shortcuts/use-shortcut.ts'
import { deleteItems, type ManagedItem, refreshLists } from './manage-items.ts'

const RenameDialog = lazyComponent(() => import('./RenameDialog.tsx'), 'RenameDialog')
const MoveDialog = lazyComponent(() => import('./MoveDialog.tsx'), 'MoveDialog')

const group = 'Manage'

/**
 * The menu items, shortcuts and dialogs of the page of one import. Undefined for viewers and for what cannot be
 * managed by itself.
 */
export function useRecordActions(
  item: ManagedItem | undefined,
): { menuItems: ReactNode; dialogs: ReactNode } | undefined {
  const { can_write: canWrite } = useSession()
  const [open, setOpen] = useState<'rename' | 'move'>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isOn = canWrite && item !== undefined
  const remove = useMutation({
    mutationFn: async (deleted: ManagedItem) => {
      const { done } = await deleteItems(client, [deleted])
      if (done.length === 0) return
      await navigate({ to: '/projects/$projectId', params: { projectId: String(deleted.project.id) } })
      refreshLists(client)
    },
  })
  const run = () => void (item && !remove.isPending && remove.mutate(item))
  useShortcut({ keys: 'F2', label: 'Rename', group }, () => setOpen('rename'), isOn)
  useShortcut({ keys: 'shift+m', label: 'Move to project', group }, () => setOpen('move'), isOn)
  // With lines of a transcript selected, the key would seem to delete these.
  const runWithoutSelection = () => document.querySelector('[data-line][data-selected]') ?? run()
  useShortcut({ keys: 'Delete', label: 'Move to trash', group }, runWithoutSelection, isOn)
  if (!isOn) return undefined
  const close = () => setOpen(undefined)
  return {
    menuItems: (
      <>
        <Menu.Item onClick={() => setOpen('rename')} rightSection={<kbd>F2</kbd>}>
          Rename
        </Menu.Item>
        <Menu.Item onClick={() => setOpen('move')} rightSection={<kbd>⇧ M</kbd>}>
          Move to project
        </Menu.Item>
        <Menu.Item onClick={run} rightSection={<kbd>Del</kbd>}>
          Move to trash
        </Menu.Item>
      </>
    ),
    dialogs: (
      <Suspense>
        {open === 'rename' && <RenameDialog item={item} onClose={close} />}
        {open === 'move' && <MoveDialog items={[item]} onClose={close} />}
      </Suspense>
    ),
  }
}
