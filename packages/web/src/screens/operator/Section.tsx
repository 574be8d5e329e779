import type { ReactNode } from 'react'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import classes from './Operator.module.css'

interface Watched {
  isPending: boolean
  data?: unknown
  error: unknown
  refetch: () => Promise<unknown>
}

/** One part of the page. It fails alone: the others go on. */
export function Section(props: { title: string; query: Watched; actions?: ReactNode; children: ReactNode }) {
  const { title, query, actions, children } = props
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.heading}>
        <h2>{title}</h2>
        {actions && <div className={classes.buttons}>{actions}</div>}
      </div>
      <PanelBoundary title="This part could not be shown.">
        {query.isPending && <Loading label={title.toLowerCase()} rows={3} />}
        {query.error !== null && (
          <ErrorPanel
            title="This could not be read."
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.data !== undefined && children}
      </PanelBoundary>
    </section>
  )
}
