import { getTeam, listMembers, type Member, roles } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pagesOf, queryOf } from '../../api/queries.ts'
import { useSession } from '../../app/session.ts'
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
import { MemberDrawer } from './MemberDrawer.tsx'
import { MemberRow } from './MemberRow.tsx'
import classes from './Team.module.css'
import { TeamSettings } from './TeamSettings.tsx'

const route = getRouteApi('/inside/settings/team')

export interface Invited {
  member: Member
  link: string
}

export function Team() {
  const { user } = useSession()
  if (user.role === roles.admin) return <AdminsTeam />
  return (
    <>
      <PageHeader title="Not open to you" />
      <EmptyState title="Only admins of the team can see this.">
        Ask one of them to change your role, or to do it for you.
      </EmptyState>
    </>
  )
}

function AdminsTeam() {
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const { user } = useSession()
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited>()
  const team = useQuery(queryOf(getTeam, {}))
  const query = useInfiniteQuery(pagesOf(listMembers, {}))
  useRowKeys('Team')
  if (team.error) return <ProblemPage title="The team cannot be shown." error={team.error} />
  const members = query.data?.pages.flatMap((page) => page.members) ?? []
  const opened = members.find(({ id }) => id === open)
  const setOpen = (member: Member | undefined) =>
    void navigate({ to: '/settings/team', search: member ? { open: member.id } : {}, resetScroll: false })
  return (
    <>
      <PageHeader
        title={team.data?.name ?? 'Team'}
        documentTitle="Team"
        actions={
          <Button leftSection={<Icon name="add" />} onClick={() => setInviting(true)}>
            Invite person
          </Button>
        }
      />
      {query.isPending && <Loading label="people" />}
      {query.isError && (
        <ErrorPanel
          title="The people could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {members.length > 0 && (
        <DataList label="People of the team">
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
      <MoreButton query={query} label="Show more people" />
      <h2 className={classes.heading}>Settings for new projects</h2>
      {team.data && <TeamSettings team={team.data} />}
      {isInviting && (
        <InviteMember
          onDone={(made) => {
            setInviting(false)
            setInvited(made)
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
