import { Button, Checkbox, Popover } from '@mantine/core'
import { useState } from 'react'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import classes from './ColumnChooser.module.css'
import type { TableColumn } from './table-columns.ts'

/** Chooses the visible columns. Stored per survey. */
export function ColumnChooser(props: {
  columns: readonly TableColumn[]
  shown: readonly string[]
  onChange: (ids: string[]) => void
}) {
  const { columns, shown, onChange } = props
  const [isOpen, setOpen] = useState(false)
  useShortcut({ keys: 'c', label: 'Choose columns', group: 'Responses' }, () => setOpen(true))
  const toggle = (id: string, isShown: boolean) =>
    onChange(columns.map((column) => column.id).filter((one) => (one === id ? isShown : shown.includes(one))))
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          Columns {shown.length} of {columns.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={classes.list ?? ''}>
        {columns.map(({ id, name }) => (
          <Checkbox
            key={id}
            className={classes.item ?? ''}
            label={<span dir="auto">{name}</span>}
            checked={shown.includes(id)}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
