import type { Member } from '@inlet/contract/workspace'
import { DataRow } from '../../ui/DataRow.tsx'
import { roleNames } from '../../ui/format/role-words.ts'
import { Icon } from '../../ui/Icon.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'

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
  if (member.is_suspended) return <StatusWord tone="failed">Suspended</StatusWord>
  if (member.invited_until) return <StatusWord tone="waiting">Invited</StatusWord>
  if (!member.has_signed_in_before) return <StatusWord tone="quiet">Has not signed in yet</StatusWord>
  return <StatusWord tone="ready">Active</StatusWord>
}
