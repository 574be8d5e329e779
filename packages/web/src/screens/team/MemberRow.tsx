import type { Member } from '@inlet/contract/workspace'
import { DataRow } from '../../ui/DataRow.tsx'
import { roleNames } from '../../ui/format/role-labels.ts'
import { Icon } from '../../ui/Icon.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'

export function MemberRow(props: { member: Member; isMe: boolean; isOpen: boolean; onOpen: () => void }) {
  const { member, isMe, isOpen, onOpen } = props
  return (
    <DataRow
      title={isMe ? `${member.name} (you)` : member.name}
      icon={<Icon name="person" />}
      detail={member.email}
      status={<MemberStatus member={member} />}
      aside={roleNames[member.role]}
      isChosen={isOpen}
      onOpen={onOpen}
    />
  )
}

export function MemberStatus({ member }: { member: Member }) {
  if (member.is_suspended) return <StatusLabel tone="failed">Suspended</StatusLabel>
  if (member.invited_until) return <StatusLabel tone="waiting">Invited</StatusLabel>
  if (!member.has_signed_in_before) return <StatusLabel tone="quiet">Never signed in</StatusLabel>
  return <StatusLabel tone="ready">Active</StatusLabel>
}
