import { Button, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { describeItems } from './item-texts.ts'
import classes from './Manage.module.css'
import { type ManagedItem, moveItems } from './manage-items.ts'
import { useAllProjects } from './use-all-projects.ts'

export function MoveDialog(props: {
  items: readonly ManagedItem[]
  onMoved?: (moved: readonly ManagedItem[]) => void
  onClose: () => void
}) {
  const { items, onMoved, onClose } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const projects = useAllProjects().projects.filter(({ id }) =>
    items.some(({ project }) => project.id !== id),
  )
  const client = useQueryClient()
  const target = projects.find(({ id }) => String(id) === chosen)
  const move = useMutation({
    mutationFn: async () => {
      if (!target) return
      const { done, failed } = await moveItems(client, items, { id: target.id, name: target.name })
      // Nothing was moved, so the reason is shown here, where another project can be chosen.
      if (done.length === 0 && failed[0]) throw failed[0].error
      onMoved?.(done)
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (target && !move.isPending) move.mutate()
  }
  return (
    <Dialog title={`Move ${describeItems(items)}`} onClose={onClose}>
      <form onSubmit={onSubmit} className={classes.form}>
        <Select
          label="Project"
          description="It is shared with those who can open that project."
          placeholder="Choose a project"
          data-autofocus
          searchable
          selectFirstOptionOnChange
          nothingFoundMessage="No other project has this name."
          data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={(value) => {
            move.reset()
            setChosen(value)
          }}
        />
        <FormProblem error={move.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!target} loading={move.isPending}>
            Move
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
