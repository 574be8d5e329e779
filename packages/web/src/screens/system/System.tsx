import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Audit } from './Audit.tsx'
import { DeadLetters } from './DeadLetters.tsx'
import { Failures } from './Failures.tsx'
import { Queues } from './Queues.tsx'
import { Storage } from './Storage.tsx'
import { StuckJobs } from './StuckJobs.tsx'

/** Instance status for operators: stuck jobs first, then queues. */
export function System() {
  const { is_operator: isOperator } = useSession()
  if (!isOperator)
    return (
      <>
        <PageHeader title="No access" />
        <EmptyState title="Only administrators of this instance can see this page.">
          These are the admins of the team that was set up first.
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeader title="System" below="Refreshes every five seconds." />
      <StuckJobs />
      <Queues />
      <DeadLetters />
      <Storage />
      <Failures />
      <Audit />
    </>
  )
}
