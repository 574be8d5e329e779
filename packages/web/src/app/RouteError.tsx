import { useRouter } from '@tanstack/react-router'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'

export function RouteError({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <div className="plain-page">
      <ErrorPanel
        title="This page could not be shown."
        error={error}
        onRetry={() => void router.invalidate()}
      />
    </div>
  )
}
