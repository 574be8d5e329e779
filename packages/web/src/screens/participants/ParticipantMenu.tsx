import { Menu } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'

const EditParticipant = lazyComponent(() => import('./EditParticipant.tsx'), 'EditParticipant')
const MergeDialog = lazyComponent(() => import('./MergeDialog.tsx'), 'MergeDialog')
const group = 'Participant'

/** For those who can write. */
export function ParticipantMenu({ id }: { id: number }) {
  const [open, setOpen] = useState<'edit' | 'merge'>()
  const close = () => setOpen(undefined)
  useShortcut({ keys: 'F2', label: 'Edit participant', group }, () => setOpen('edit'))
  useShortcut({ keys: 'shift+m', label: 'Merge with…', group }, () => setOpen('merge'))
  return (
    <>
      <MoreMenu>
        <Menu.Item onClick={() => setOpen('edit')} rightSection={<kbd>F2</kbd>}>
          Edit
        </Menu.Item>
        <Menu.Item onClick={() => setOpen('merge')} rightSection={<kbd>⇧ M</kbd>}>
          Merge with…
        </Menu.Item>
      </MoreMenu>
      <Suspense>
        {open === 'edit' && <EditParticipant id={id} onClose={close} />}
        {open === 'merge' && <MergeDialog ids={[id]} onClose={close} />}
      </Suspense>
    </>
  )
}
