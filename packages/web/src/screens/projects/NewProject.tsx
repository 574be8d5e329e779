import { createProject, getTeam, listProjects, type WorkspaceTeam } from '@inlet/contract/workspace'
import { Button, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, Suspense, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { accessLabels } from '../../ui/format/access-labels.ts'
import { Loading } from '../../ui/Loading.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { NameField } from '../../ui/NameField.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './NewProject.module.css'
import { changesOf, newDraft, type SettingsDraft } from './settings-draft.ts'

const NewProjectDetails = lazyComponent(() => import('./NewProjectDetails.tsx'), 'NewProjectDetails')

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
  const [share, setShare] = useState('default')
  const [areDetailsShown, setDetailsShown] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: team } = useQuery(queryOf(getTeam, {}))
  const fresh = useMemo(() => newDraft(team?.default_supported_languages ?? []), [team])
  const [changes, setChanges] = useState<Partial<SettingsDraft>>({})
  const draft = { ...fresh, ...changes }
  const change = (more: Partial<SettingsDraft>) => setChanges((now) => ({ ...now, ...more }))
  const create = useMutation({
    mutationFn: () => {
      const preference = shareOf(share)
      const { archived: _, auto_ai_notes_payload: __, ...settings } = changesOf(fresh, draft)
      return call(createProject, {
        body: {
          ...settings,
          name: draft.name.trim(),
          ...(preference && { project_share_preference: preference }),
        },
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
    if (draft.name.trim() !== '' && !create.isPending) create.mutate()
  }
  return (
    <Dialog onClose={onClose} title="New project">
      <form onSubmit={onSubmit} className={classes.form}>
        <NameField value={draft.name} onChange={(name) => change({ name })} />
        <Select
          label="Access"
          data={accessChoices(team)}
          value={share}
          allowDeselect={false}
          onChange={(value) => setShare(value ?? 'default')}
        />
        <TextButton
          className={classes.toggle}
          aria-expanded={areDetailsShown}
          onClick={() => setDetailsShown(!areDetailsShown)}
        >
          Language and privacy settings
        </TextButton>
        {areDetailsShown && (
          <PanelBoundary title="The settings could not be loaded.">
            <Suspense fallback={<Loading label="the settings" rows={3} rowHeight={44} />}>
              <NewProjectDetails draft={draft} onChange={change} />
            </Suspense>
          </PanelBoundary>
        )}
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
