import { Link } from '@tanstack/react-router'
import { isApiError } from '../api/api-error.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import { PageHeader } from './PageHeader.tsx'

/** In place of a page: not there, not open to you, or broken. The server does not tell the first two apart. */
export function ProblemPage({ title, error }: { title: string; error: unknown }) {
  if (isApiError(error) && error.status === 404)
    return (
      <>
        <PageHeader title="Not here" />
        <EmptyState
          title="There is nothing here, or it is not shared with you."
          action={<Link to="/projects">Go to projects</Link>}
        >
          Check the link, or ask whoever sent it to share the project with you.
        </EmptyState>
      </>
    )
  if (isApiError(error) && error.status === 403)
    return (
      <>
        <PageHeader title="Not open to you" />
        <EmptyState title={error.message} action={<Link to="/projects">Go to projects</Link>} />
      </>
    )
  return (
    <>
      <PageHeader title="Not available" />
      <ErrorPanel
        title={title}
        error={error}
        onRetry={() => location.reload()}
        retryLabel="Reload the page"
      />
    </>
  )
}
