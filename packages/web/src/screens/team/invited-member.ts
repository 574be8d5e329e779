import type { Member } from '@inlet/contract/workspace'

/** A new member with the invitation link, which is shown once. */
export interface InvitedMember {
  member: Member
  link: string
  is_sent: boolean
}
