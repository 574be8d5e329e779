import { type Role, roles, type SharePreference, sharePreferences } from '@inlet/contract/workspace'
import { Checkbox, Select } from '@mantine/core'
import { accessLabels } from '../../ui/format/access-labels.ts'
import { roleNames } from '../../ui/format/role-labels.ts'
import classes from './ProjectSettings.module.css'
import type { SettingsDraft } from './settings-draft.ts'

const choices = [sharePreferences.everyone, sharePreferences.private, sharePreferences.roles].map(
  (preference) => ({ value: String(preference), label: accessLabels[preference] }),
)
const choosable: readonly Role[] = [roles.fullSeat, roles.collaborator, roles.viewer]
const preferenceOf = (value: string | null): SharePreference =>
  Object.values(sharePreferences).find((one) => String(one) === value) ?? sharePreferences.private

export function SharingFields(props: {
  draft: SettingsDraft
  /** Only the owner and team admins can. */
  canShare: boolean
  onChange: (change: Partial<SettingsDraft>) => void
}) {
  const { draft, canShare, onChange } = props
  const toggle = (role: Role) =>
    onChange({
      roles: draft.roles.includes(role) ? draft.roles.filter((one) => one !== role) : [...draft.roles, role],
    })
  return (
    <>
      <Select
        label="Who can open it"
        {...(canShare
          ? {}
          : { description: 'Only the owner of the project or a team admin can change this.' })}
        data={choices}
        value={String(draft.share)}
        allowDeselect={false}
        disabled={!canShare}
        onChange={(value) => onChange({ share: preferenceOf(value) })}
      />
      {draft.share === sharePreferences.roles && (
        <fieldset className={classes.group} aria-label="Roles with access" disabled={!canShare}>
          {choosable.map((role) => (
            <Checkbox
              key={role}
              label={roleNames[role]}
              checked={draft.roles.includes(role)}
              onChange={() => toggle(role)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
