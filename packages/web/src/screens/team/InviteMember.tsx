import { inviteMember, listMembers } from '@inlet/contract/workspace'
import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { NameField } from '../../ui/NameField.tsx'
import type { InvitedMember } from './invited-member.ts'
import { roleChoices, roleOf } from './role-choices.ts'
import classes from './Team.module.css'

export function InviteMember(props: { onDone: (invited: InvitedMember) => void; onClose: () => void }) {
  const { onDone, onClose } = props
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string | null>('0')
  const client = useQueryClient()
  const invite = useMutation({
    mutationFn: () =>
      call(inviteMember, { body: { name: name.trim(), email: email.trim(), role: roleOf(role) } }),
    onSuccess: async (invited) => {
      await client.invalidateQueries({ queryKey: [listMembers.operationId] })
      onDone(invited)
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!invite.isPending) invite.mutate()
  }
  return (
    <Dialog title="Invite member" onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit}>
        <NameField value={name} onChange={setName} />
        <TextInput
          label="E-mail"
          type="email"
          required
          withAsterisk={false}
          maxLength={320}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select label="Role" data={roleChoices} value={role} allowDeselect={false} onChange={setRole} />
        <FormProblem error={invite.error} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Create invitation link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
