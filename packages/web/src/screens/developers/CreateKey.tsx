import { createKey, listKeys, type Scope, scopes } from '@inlet/contract/workspace'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import classes from './Keys.module.css'
import type { Told } from './Keys.tsx'
import { scopeWords } from './key-words.ts'

const day = 86_400_000
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Until it is revoked' },
]
const kinds = [
  { value: 'personal', label: 'Mine: sees what I see' },
  { value: 'team', label: 'The team’s: stays when people leave' },
]

export function CreateKey(props: {
  canMakeTeamKeys: boolean
  onDone: (told: Told) => void
  onClose: () => void
}) {
  const { canMakeTeamKeys, onDone, onClose } = props
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'personal' | 'team'>('personal')
  const [lifetime, setLifetime] = useState('365')
  const [chosen, setChosen] = useState<readonly Scope[]>(scopes)
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
    onSuccess: async (told) => {
      await client.invalidateQueries({ queryKey: [listKeys.operationId] })
      onDone(told)
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
        <TextInput
          data-autofocus
          label="Name"
          description="What uses it, such as ci-import."
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {canMakeTeamKeys && (
          <Select
            label="Whose it is"
            data={kinds}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(value === 'team' ? 'team' : 'personal')}
          />
        )}
        <fieldset className={classes.choices}>
          <legend>What it may do</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={scopeWords[scope]}
              checked={chosen.includes(scope)}
              onChange={() => toggle(scope)}
            />
          ))}
        </fieldset>
        <Select
          label="How long it works"
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
