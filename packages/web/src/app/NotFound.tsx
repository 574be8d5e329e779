import { Link } from '@tanstack/react-router'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

export function NotFound() {
  return (
    <main className="plain-page">
      <PageHeader title="Nothing here" />
      <EmptyState title="This address leads nowhere." action={<Link to="/projects">Go to projects</Link>}>
        It may have been typed wrong, or what was here has been removed.
      </EmptyState>
    </main>
  )
}
