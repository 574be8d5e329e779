import { Link } from '@tanstack/react-router'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

export function NotFound() {
  return (
    <main className="plain-page">
      <PageHeader title="Page not found" />
      <EmptyState title="This page does not exist." action={<Link to="/projects">Go to projects</Link>}>
        Check the address. The page may have been moved or removed.
      </EmptyState>
    </main>
  )
}
