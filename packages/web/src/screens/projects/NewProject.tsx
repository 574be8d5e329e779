import { createProject, listProjects } from '@inlet/contract/workspace'
import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import classes from './NewProject.module.css'

const sharing = [
  { value: 'default', label: 'As the team has it by default' },
  { value: '2', label: 'Everyone on the team' },
  { value: '1', label: 'Only me' },
]
const shareOf = (value: string) => (value === '1' ? 1 : value === '2' ? 2 : undefined)

export function NewProject({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [share, setShare] = useState('default')
  const navigate = useNavigate()
  const client = useQueryClient()
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
        <TextInput
          label="Name"
          data-autofocus
          required
          withAsterisk={false}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Who can open it"
          data={sharing}
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
