import { useSession } from '../../app/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Audit } from './Audit.tsx'
import { DeadLetters } from './DeadLetters.tsx'
import { Failures } from './Failures.tsx'
import { Queues } from './Queues.tsx'
import { Storage } from './Storage.tsx'
import { StuckJobs } from './StuckJobs.tsx'

/** For those who run the instance: what is stuck first, then what waits longest. */
export function Operator() {
  const { is_operator: isOperator } = useSession()
  if (!isOperator)
    return (
      <>
        <PageHeader title="Not open to you" />
        <EmptyState title="Only those who run this instance can see this.">
          They are the admins of the team that was set up first.
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeader title="Operator" below="Refreshed every five seconds while you look." />
      <StuckJobs />
      <Queues />
      <DeadLetters />
      <Storage />
      <Failures />
      <Audit />
    </>
  )
}
