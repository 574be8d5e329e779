import { type Query, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isInletError } from '../api/api-error.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import { PageHeader } from './PageHeader.tsx'

/**
 * Replaces a page that does not exist, is not accessible or failed. The server does not distinguish the first two.
 */
export function ProblemPage({ title, error }: { title: string; error: unknown }) {
  const client = useQueryClient()
  // Reloading the document while offline would replace the app by an error of the browser.
  const retry = () => void client.refetchQueries({ type: 'active', predicate: isFailed })
  if (isInletError(error) && error.status === 404)
    return (
      <>
        <PageHeader title="Page not found" />
        <EmptyState
          title="This page does not exist or is not shared with you."
          action={<Link to="/projects">Go to projects</Link>}
        >
          Check the link, or ask the sender to share the project with you.
        </EmptyState>
      </>
    )
  if (isInletError(error) && error.status === 403)
    return (
      <>
        <PageHeader title="No access" />
        <EmptyState title={error.message} action={<Link to="/projects">Go to projects</Link>} />
      </>
    )
  return (
    <>
      <PageHeader title="Not available" />
      <ErrorPanel title={title} error={error} onRetry={retry} />
    </>
  )
}

const isFailed = ({ state }: Query): boolean => state.status === 'error'
