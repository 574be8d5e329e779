import { createKey, importScopes, listKeys, needsAdmin, type Scope, scopes } from '@inlet/contract/workspace'
import { Button, Checkbox, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { NameField } from '../../ui/NameField.tsx'
import type { IssuedSecret } from './issued-secret.ts'
import classes from './Keys.module.css'
import { scopeDescriptions, scopeLabels } from './key-labels.ts'

const day = 86_400_000
const lifetimes = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In one year' },
  { value: 'never', label: 'Never' },
]
const kinds = [
  { value: 'personal', label: 'Me: same access as my account' },
  { value: 'team', label: 'Team: keeps working when members leave' },
]

export function CreateKey(props: {
  canMakeTeamKeys: boolean
  onDone: (issued: IssuedSecret) => void
  onClose: () => void
}) {
  const { canMakeTeamKeys, onDone, onClose } = props
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'personal' | 'team'>('personal')
  const [lifetime, setLifetime] = useState('365')
  const [chosen, setChosen] = useState<readonly Scope[]>(importScopes)
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: () =>
      call(createKey, {
        body: {
          name: name.trim(),
          kind,
          scopes: [...chosen],
          expires_at:
            lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * day).toISOString(),
        },
      }),
    onSuccess: async (issued) => {
      await client.invalidateQueries({ queryKey: [listKeys.operationId] })
      onDone(issued)
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  const toggle = (scope: Scope) =>
    setChosen((now) => (now.includes(scope) ? now.filter((one) => one !== scope) : [...now, scope]))
  return (
    <Dialog title="Create key" onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit}>
        <NameField
          description="What the key is used for, such as ci-import."
          maxLength={100}
          value={name}
          onChange={setName}
        />
        {canMakeTeamKeys && (
          <Select
            label="Owner"
            data={kinds}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(value === 'team' ? 'team' : 'personal')}
          />
        )}
        <fieldset className={classes.choices}>
          <legend>Permissions</legend>
          {scopes
            .filter((scope) => canMakeTeamKeys || !needsAdmin(scope))
            .map((scope) => (
              <Checkbox
                key={scope}
                label={scopeLabels[scope]}
                description={scopeDescriptions[scope]}
                checked={chosen.includes(scope)}
                onChange={() => toggle(scope)}
              />
            ))}
        </fieldset>
        <Select
          label="Expires"
          data={lifetimes}
          value={lifetime}
          allowDeselect={false}
          onChange={(value) => setLifetime(value ?? '365')}
        />
        <FormProblem error={create.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={chosen.length === 0 || name.trim() === ''}
          >
            Create key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
