import { getTeam, listMembers, type Member, roles } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isGone } from '../../api/api-error.ts'
import { pagesOf, queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { InviteMember } from './InviteMember.tsx'
import type { InvitedMember } from './invited-member.ts'
import { MemberDrawer } from './MemberDrawer.tsx'
import { MemberRow } from './MemberRow.tsx'
import classes from './Team.module.css'
import { TeamSettings } from './TeamSettings.tsx'
import { TeamStorage } from './TeamStorage.tsx'

const route = getRouteApi('/inside/team')

export function Team() {
  const { user } = useSession()
  if (user.role === roles.admin) return <AdminTeam />
  return (
    <>
      <PageHeader title="No access" />
      <EmptyState title="Only team admins can see this page.">
        Ask an admin to change your role or to make the change for you.
      </EmptyState>
    </>
  )
}

function AdminTeam() {
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const { user, team: known } = useSession()
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<InvitedMember>()
  const team = useQuery(queryOf(getTeam, {}))
  const query = useInfiniteQuery(pagesOf(listMembers, {}))
  useRowKeys('Team')
  if (team.error && (!team.data || isGone(team.error)))
    return <ProblemPage title="The team cannot be shown." error={team.error} />
  const members = query.data?.pages.flatMap((page) => page.members) ?? []
  const opened = members.find(({ id }) => id === open)
  const setOpen = (member: Member | undefined) =>
    void navigate({ to: '/team', search: member ? { open: member.id } : {}, resetScroll: false })
  return (
    <>
      <PageHeader
        title={team.data?.name ?? known.name}
        documentTitle="Team"
        actions={
          <Button leftSection={<Icon name="add" />} onClick={() => setInviting(true)}>
            Invite member
          </Button>
        }
      />
      {query.isPending && <Loading label="members" />}
      {query.isError && (
        <ErrorPanel
          title="The members could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {members.length > 0 && (
        <DataList label="Team members">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isMe={member.id === user.id}
              isOpen={member === opened}
              onOpen={() => setOpen(member)}
            />
          ))}
        </DataList>
      )}
      <MoreButton query={query} label="Show more members" />
      <h2 className={classes.heading}>Project defaults</h2>
      {team.data && <TeamSettings team={team.data} />}
      {team.data && <TeamStorage storage={team.data.storage} />}
      {isInviting && (
        <InviteMember
          onDone={(newMember) => {
            setInviting(false)
            setInvited(newMember)
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {opened && !invited && (
        <MemberDrawer
          key={opened.id}
          member={opened}
          isMe={opened.id === user.id}
          onInvited={setInvited}
          onClose={() => setOpen(undefined)}
        />
      )}
      {invited && <InvitationLink invited={invited} onClose={() => setInvited(undefined)} />}
    </>
  )
}
