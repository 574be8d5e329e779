import {
  changeTeam,
  getTeam,
  type Role,
  roles,
  type SharePreference,
  sharePreferences,
  type WorkspaceTeam,
} from '@inlet/contract/workspace'
import { Button, Checkbox, Select, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { accessLabels } from '../../ui/format/access-labels.ts'
import { roleNames } from '../../ui/format/role-labels.ts'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import classes from './Team.module.css'

const accessChoices = [sharePreferences.everyone, sharePreferences.private, sharePreferences.roles].map(
  (preference) => ({ value: String(preference), label: accessLabels[preference] }),
)
const choosable: readonly Role[] = [roles.fullSeat, roles.collaborator, roles.viewer]

export function TeamSettings({ team }: { team: WorkspaceTeam }) {
  const [canCreate, setCanCreate] = useState(team.allow_manual_project_creation)
  const [share, setShare] = useState<SharePreference>(team.default_share_preference)
  const [shared, setShared] = useState<readonly Role[]>(team.default_shared_roles)
  const [languages, setLanguages] = useState(team.default_supported_languages.join(', '))
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      call(changeTeam, {
        body: changesOf(team, {
          allow_manual_project_creation: canCreate,
          default_share_preference: share,
          default_shared_roles: [...shared],
          default_supported_languages: languages.split(/[\s,;]+/).filter(Boolean),
        }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [getTeam.operationId] }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const toggle = (role: Role) =>
    setShared((now) => (now.includes(role) ? now.filter((one) => one !== role) : [...now, role]))
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <Switch
        label="Allow new projects"
        description="When off, neither members nor API keys can create projects."
        checked={canCreate}
        onChange={(event) => setCanCreate(event.currentTarget.checked)}
      />
      <Select
        label="Default access"
        data={accessChoices}
        value={String(share)}
        allowDeselect={false}
        onChange={(value) => setShare(preferenceOf(value))}
      />
      {share === sharePreferences.roles && (
        <fieldset className={classes.roles} aria-label="Roles with access">
          {choosable.map((role) => (
            <Checkbox
              key={role}
              label={roleNames[role]}
              checked={shared.includes(role)}
              onChange={() => toggle(role)}
            />
          ))}
        </fieldset>
      )}
      <TextInput
        label="Recording languages"
        description="Locales, such as en-US, de-DE."
        value={languages}
        onChange={(event) => setLanguages(event.currentTarget.value)}
      />
      <FormProblem error={save.error} />
      <div className={classes.row}>
        <Button type="submit" variant="default" loading={save.isPending}>
          Save settings
        </Button>
        <span role="status">{save.isSuccess && <StatusLabel tone="ready">Saved</StatusLabel>}</span>
      </div>
    </form>
  )
}

type Settings = Omit<WorkspaceTeam, 'id' | 'name' | 'storage'>

/** Only changed settings, so that concurrent changes by another admin are kept. */
const changesOf = (team: WorkspaceTeam, wanted: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(team[name as keyof Settings]),
    ),
  )

const preferenceOf = (value: string | null): SharePreference =>
  Object.values(sharePreferences).find((one) => String(one) === value) ?? sharePreferences.private
