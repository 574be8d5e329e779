import { changeMember, inviteAgain, listMembers, type Member, type Role } from '@inlet/contract/workspace'
import { Button, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { roleDescriptions } from '../../ui/format/role-labels.ts'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import type { InvitedMember } from './invited-member.ts'
import { MemberStatus } from './MemberRow.tsx'
import { roleChoices, roleOf } from './role-choices.ts'
import classes from './Team.module.css'

export function MemberDrawer(props: {
  member: Member
  isMe: boolean
  onInvited: (invited: InvitedMember) => void
  onClose: () => void
}) {
  const { member, isMe, onInvited, onClose } = props
  const [isConfirming, setConfirming] = useState(false)
  const client = useQueryClient()
  const params = { user_id: String(member.id) }
  const refresh = () => client.invalidateQueries({ queryKey: [listMembers.operationId] })
  const change = useMutation({
    mutationFn: (body: { role?: Role; is_suspended?: boolean }) => call(changeMember, { params, body }),
    onSuccess: async () => {
      await refresh()
      setConfirming(false)
    },
  })
  const invite = useMutation({
    mutationFn: () => call(inviteAgain, { params }),
    onSuccess: async (invited) => {
      await refresh()
      onInvited(invited)
    },
  })
  return (
    <SideDrawer title={member.name} onClose={onClose}>
      <MemberFacts member={member} isMe={isMe} />
      {isMe ? (
        <p className={classes.text}>Another admin can change your role.</p>
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
          <FormProblem error={isConfirming ? undefined : (change.error ?? invite.error)} />
          <div className={classes.actions}>
            {!member.is_suspended && (
              <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate()}>
                {member.has_signed_in_before ? 'Create password link' : 'Create invitation link'}
              </Button>
            )}
            {member.is_suspended ? (
              <Button
                variant="default"
                loading={change.isPending}
                onClick={() => change.mutate({ is_suspended: false })}
              >
                Reactivate member
              </Button>
            ) : (
              <Button variant="default" onClick={() => setConfirming(true)}>
                Suspend member
              </Button>
            )}
          </div>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`Suspend ${member.name}?`}
          action="Suspend member"
          isPending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ is_suspended: true })}
          onClose={() => setConfirming(false)}
        >
          <p className={classes.text}>
            They are signed out everywhere, and their personal API keys stop working. Their imports are kept.
            You can reactivate them at any time.
          </p>
        </ConfirmDialog>
      )}
    </SideDrawer>
  )
}

function MemberFacts({ member, isMe }: { member: Member; isMe: boolean }) {
  return (
    <FactList className={classes.facts}>
      <dt>Status</dt>
      <dd>
        <MemberStatus member={member} />
      </dd>
      <dt>E-mail</dt>
      <dd>{member.email}</dd>
      {isMe && (
        <>
          <dt>Role</dt>
          <dd>{roleDescriptions[member.role]}</dd>
        </>
      )}
      {member.invited_until && (
        <>
          <dt>Link expires</dt>
          <dd>
            <TimeAgo at={member.invited_until} />
          </dd>
        </>
      )}
      <dt>Added</dt>
      <dd>
        <TimeAgo at={member.created_at} />
      </dd>
    </FactList>
  )
}
