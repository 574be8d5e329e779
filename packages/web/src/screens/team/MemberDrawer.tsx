import { changeMember, inviteAgain, listMembers, type Member, type Role } from '@inlet/contract/workspace'
import { Button, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { roleWords } from '../../ui/format/role-words.ts'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { MemberStatus } from './MemberRow.tsx'
import { roleChoices, roleOf } from './role-choices.ts'
import classes from './Team.module.css'
import type { Invited } from './Team.tsx'

export function MemberDrawer(props: {
  member: Member
  isMe: boolean
  onInvited: (invited: Invited) => void
  onClose: () => void
}) {
  const { member, isMe, onInvited, onClose } = props
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const params = { user_id: String(member.id) }
  const refresh = () => client.invalidateQueries({ queryKey: [listMembers.operationId] })
  const change = useMutation({
    mutationFn: (body: { role?: Role; is_suspended?: boolean }) => call(changeMember, { params, body }),
    onSuccess: async () => {
      await refresh()
      setAsking(false)
    },
  })
  const invite = useMutation({
    mutationFn: () => call(inviteAgain, { params }),
    onSuccess: async (made) => {
      await refresh()
      onInvited(made)
    },
  })
  return (
    <SideDrawer title={member.name} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>State</dt>
        <dd>
          <MemberStatus member={member} />
        </dd>
        <dt>E-mail</dt>
        <dd>{member.email}</dd>
        {isMe && (
          <>
            <dt>Role</dt>
            <dd>{roleWords[member.role]}</dd>
          </>
        )}
        {member.invited_until && (
          <>
            <dt>Link works until</dt>
            <dd>
              <TimeAgo at={member.invited_until} />
            </dd>
          </>
        )}
        <dt>In the team since</dt>
        <dd>
          <TimeAgo at={member.created_at} />
        </dd>
      </dl>
      {isMe ? (
        <p className={classes.text}>Your own role is changed by another admin.</p>
      ) : (
        <div className={classes.form}>
          <Select
            label="Role"
            data={roleChoices}
            value={String(member.role)}
            allowDeselect={false}
            disabled={change.isPending}
            onChange={(value) => change.mutate({ role: roleOf(value) })}
          />
          <FormProblem error={isAsking ? undefined : (change.error ?? invite.error)} />
          <div className={classes.actions}>
            {!member.is_suspended && (
              <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate()}>
                {member.has_signed_in_before ? 'Make a link for a new password' : 'Make a new invitation'}
              </Button>
            )}
            {member.is_suspended ? (
              <Button
                variant="default"
                loading={change.isPending}
                onClick={() => change.mutate({ is_suspended: false })}
              >
                Let back in
              </Button>
            ) : (
              <Button variant="default" onClick={() => setAsking(true)}>
                Suspend person
              </Button>
            )}
          </div>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Suspend ${member.name}?`}
          action="Suspend person"
          isPending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ is_suspended: true })}
          onClose={() => setAsking(false)}
        >
          <p className={classes.text}>
            They are signed out everywhere, and their own API keys stop. What they imported stays. You can let
            them back in at any time.
          </p>
        </ConfirmDialog>
      )}
    </SideDrawer>
  )
}
