import { createProject, getTeam, listProjects, type WorkspaceTeam } from '@inlet/contract/workspace'
import { Button, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { accessLabels } from '../../ui/format/access-labels.ts'
import { NameField } from '../../ui/NameField.tsx'
import classes from './NewProject.module.css'

/** The team default comes first and shows its current value. */
const accessChoices = (team: WorkspaceTeam | undefined) => [
  {
    value: 'default',
    label: team ? `Team default (${accessLabels[team.default_share_preference]})` : 'Team default',
  },
  { value: '2', label: accessLabels[2] },
  { value: '1', label: accessLabels[1] },
]
const shareOf = (value: string) => (value === '1' ? 1 : value === '2' ? 2 : undefined)

export function NewProject({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [share, setShare] = useState('default')
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: team } = useQuery(queryOf(getTeam, {}))
  const create = useMutation({
    mutationFn: () => {
      const preference = shareOf(share)
      return call(createProject, {
        body: { name: name.trim(), ...(preference ? { project_share_preference: preference } : {}) },
      })
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: [listProjects.operationId] })
      onClose()
      void navigate({ to: '/projects/$projectId', params: { projectId: String(id) } })
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !create.isPending) create.mutate()
  }
  return (
    <Dialog onClose={onClose} title="New project">
      <form onSubmit={onSubmit} className={classes.form}>
        <NameField value={name} onChange={setName} />
        <Select
          label="Access"
          data={accessChoices(team)}
          value={share}
          allowDeselect={false}
          onChange={(value) => setShare(value ?? 'default')}
        />
        <FormProblem error={create.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create project
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
