import type { Import } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { focusHeading } from '../ui/focus-heading.ts'
import { formatCount } from '../ui/format/count.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useShortcut } from '../ui/shortcuts/use-shortcut.ts'
import { deleteItems, refreshLists } from './manage-items.ts'
import classes from './SelectionBar.module.css'

const MoveDialog = lazyComponent(() => import('./MoveDialog.tsx'), 'MoveDialog')
const group = 'Select'

/** What can be done with the selected imports. */
export function SelectionBar({ items, onClear }: { items: readonly Import[]; onClear: () => void }) {
  const [isMoving, setMoving] = useState(false)
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      const { failed } = await deleteItems(client, items)
      refreshLists(client)
      if (failed.length > 0) return
      onClear()
      focusHeading()
    },
  })
  const run = () => void (!remove.isPending && remove.mutate())
  useShortcut({ keys: 'Delete', label: 'Move selected to trash', group }, run)
  useShortcut({ keys: 'shift+m', label: 'Move selected to project', group }, () => setMoving(true))
  return (
    <section className={classes.bar} aria-label="Selection" data-selection-bar="">
      <span className={classes.count} role="status">
        {formatCount(items.length)} selected
      </span>
      <Button variant="default" onClick={() => setMoving(true)}>
        Move
      </Button>
      <Button variant="default" loading={remove.isPending} onClick={run}>
        Delete
      </Button>
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
      <Suspense>
        {isMoving && <MoveDialog items={items} onMoved={onClear} onClose={() => setMoving(false)} />}
      </Suspense>
    </section>
  )
}
