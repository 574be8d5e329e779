import type { ReactNode } from 'react'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import classes from './System.module.css'

interface SectionQuery {
  isPending: boolean
  data?: unknown
  error: unknown
  refetch: () => Promise<unknown>
}

/** One section of the page with its own error boundary. */
export function Section(props: {
  title: string
  query: SectionQuery
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, query, actions, children } = props
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.heading}>
        <h2>{title}</h2>
        {actions && <div className={classes.buttons}>{actions}</div>}
      </div>
      <PanelBoundary title="This section could not be shown.">
        {query.isPending && <Loading label={title.toLowerCase()} rows={3} />}
        {query.error !== null && (
          <ErrorPanel
            title="This section could not be loaded."
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.data !== undefined && children}
      </PanelBoundary>
    </section>
  )
}
