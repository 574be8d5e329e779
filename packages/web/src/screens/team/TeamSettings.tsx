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
import type { FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/queries.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { accessLabels } from '../../ui/format/access-labels.ts'
import { roleNames } from '../../ui/format/role-labels.ts'
import { isSame } from '../../ui/rebase-fields.ts'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import classes from './Team.module.css'

const accessChoices = [sharePreferences.everyone, sharePreferences.private, sharePreferences.roles].map(
  (preference) => ({ value: String(preference), label: accessLabels[preference] }),
)
const choosable: readonly Role[] = [roles.fullSeat, roles.collaborator, roles.viewer]

export function TeamSettings({ team }: { team: WorkspaceTeam }) {
  const { shown, draft, isTouched, change, start } = useDraft(team, draftOf)
  const { canCreate, share, shared, languages, trashDays } = draft
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: async () => {
      const fresh = await call(changeTeam, { body: changesOf(shown, draft) })
      client.setQueryData(queryOf(getTeam, {}).queryKey, fresh)
      start(fresh, draft)
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const toggle = (role: Role) =>
    change({ shared: shared.includes(role) ? shared.filter((one) => one !== role) : [...shared, role] })
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <Switch
        label="Allow new projects"
        description="When off, neither members nor API keys can create projects."
        checked={canCreate}
        onChange={(event) => change({ canCreate: event.currentTarget.checked })}
      />
      <Select
        label="Default access"
        data={accessChoices}
        value={String(share)}
        allowDeselect={false}
        onChange={(value) => change({ share: preferenceOf(value) })}
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
        onChange={(event) => change({ languages: event.currentTarget.value })}
      />
      <TextInput
        label="Days in the trash"
        description="How many days deleted imports and projects can be restored before they are purged, from 0 to 365."
        type="number"
        min={0}
        max={365}
        required
        withAsterisk={false}
        value={trashDays}
        onChange={(event) => change({ trashDays: event.currentTarget.value })}
      />
      <FormProblem error={save.error} />
      <div className={classes.row}>
        <Button type="submit" variant="default" loading={save.isPending}>
          Save settings
        </Button>
        <span role="status">
          {save.isSuccess && !isTouched && <StatusLabel tone="ready">Saved</StatusLabel>}
        </span>
      </div>
    </form>
  )
}

interface Draft {
  canCreate: boolean
  share: SharePreference
  shared: readonly Role[]
  languages: string
  trashDays: string
}

const draftOf = (team: WorkspaceTeam): Draft => ({
  canCreate: team.allow_manual_project_creation,
  share: team.default_share_preference,
  shared: team.default_shared_roles,
  languages: team.default_supported_languages.join(', '),
  trashDays: String(team.trash_days),
})

/** Of this form. */
type Settings = Omit<WorkspaceTeam, 'id' | 'name' | 'storage'>

/** Only changed settings, so that concurrent changes by another admin are kept. */
function changesOf(shown: WorkspaceTeam, draft: Draft): Partial<Settings> {
  const wanted: Settings = {
    allow_manual_project_creation: draft.canCreate,
    default_share_preference: draft.share,
    default_shared_roles: [...draft.shared],
    default_supported_languages: draft.languages.split(/[\s,;]+/).filter(Boolean),
    trash_days: Number(draft.trashDays),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isSame(value, shown[name as keyof Settings])),
  )
}

const preferenceOf = (value: string | null): SharePreference =>
  Object.values(sharePreferences).find((one) => String(one) === value) ?? sharePreferences.private
