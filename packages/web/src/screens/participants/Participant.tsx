import { getParticipant } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { isGone } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { countOf } from '../../ui/format/count.ts'
import { Loading } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { SectionHeading } from '../../ui/SectionHeading.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { Activity } from './Activity.tsx'
import { MergedParticipants } from './MergedParticipants.tsx'
import classes from './Participant.module.css'
import { ParticipantMenu } from './ParticipantMenu.tsx'
import { RemoveParticipant } from './RemoveParticipant.tsx'

const route = getRouteApi('/inside/participants/$participantId')

export function Participant() {
  const { participantId } = route.useParams()
  const { data: person, error } = useQuery(
    queryOf(getParticipant, { params: { participant_id: participantId } }),
  )
  const { can_write: canWrite } = useSession()
  if (error && (!person || isGone(error)))
    return <ProblemPage title="This person cannot be shown." error={error} />
  if (!person) return <Loading label="the person" />
  // They were merged into another participant.
  if (String(person.id) !== participantId)
    return (
      <Navigate to="/participants/$participantId" params={{ participantId: String(person.id) }} replace />
    )
  return (
    <>
      <PageHeader
        title={person.name ?? person.email}
        above={<Link to="/participants">Participants</Link>}
        menu={canWrite && <ParticipantMenu id={person.id} />}
      />
      <FactList className={classes.facts}>
        <dt>Name</dt>
        <dd>{person.name ?? 'Unknown'}</dd>
        <dt>E-mail</dt>
        <dd>{person.email}</dd>
        <dt>Surveys</dt>
        <dd>{countOf(person.survey_count, 'survey')} you can open</dd>
        <dt>Added</dt>
        <dd>
          <TimeAgo at={person.created_at} />
        </dd>
        {person.notes !== null && (
          <>
            <dt>Notes</dt>
            <dd className={classes.notes}>{person.notes}</dd>
          </>
        )}
      </FactList>
      <SectionHeading>Activity</SectionHeading>
      {person.activity.length === 0 ? (
        <EmptyState title="No activity you can open.">
          This person’s surveys belong to projects that are not shared with you.
        </EmptyState>
      ) : (
        <Activity items={person.activity} />
      )}
      {person.merged.length > 0 && <MergedParticipants person={person} canWrite={canWrite} />}
      {person.can_remove && <RemoveParticipant person={person} />}
    </>
  )
}
