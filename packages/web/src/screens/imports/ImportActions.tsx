import type { Import } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { deleteItems, refreshLists } from '../../manage/manage-items.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const RenameDialog = lazyComponent(() => import('../../manage/RenameDialog.tsx'), 'RenameDialog')
const MoveDialog = lazyComponent(() => import('../../manage/MoveDialog.tsx'), 'MoveDialog')

/** A failed import is dismissed by moving it to the trash. */
export function ImportActions({ item, onDeleted }: { item: Import; onDeleted: () => void }) {
  const { can_write: canWrite } = useSession()
  const [open, setOpen] = useState<'rename' | 'move'>()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      const { done } = await deleteItems(client, [item])
      if (done.length === 0) return
      onDeleted()
      refreshLists(client)
    },
  })
  if (!canWrite) return null
  const close = () => setOpen(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setOpen('rename')}>
        Rename
      </Button>
      <Button variant="default" onClick={() => setOpen('move')}>
        Move
      </Button>
      <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
        {item.status === 'failed' ? 'Dismiss' : 'Delete'}
      </Button>
      <Suspense>
        {open === 'rename' && <RenameDialog item={item} onClose={close} />}
        {open === 'move' && <MoveDialog items={[item]} onClose={close} />}
      </Suspense>
    </>
  )
}
