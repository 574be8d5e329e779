import { isInletError } from '../api/api-error.ts'
import classes from './ErrorPanel.module.css'
import { Icon } from './Icon.tsx'
import { PlainButton } from './PlainButton.tsx'

/** What happened and what to do, followed by the error code and request id. */
export function ErrorPanel({
  title,
  error,
  onRetry,
  retryLabel = 'Try again',
}: {
  title: string
  error: unknown
  onRetry?: (() => void) | undefined
  retryLabel?: string
}) {
  const message = isInletError(error)
    ? error.message
    : 'Something went wrong on this page. Reload it; your imports are not affected.'
  return (
    <section className={classes.panel} role="alert">
      <Icon name="failed" />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{message}</p>
        {onRetry && (
          <p className={classes.retry}>
            <PlainButton onClick={onRetry}>{retryLabel}</PlainButton>
          </p>
        )}
        {isInletError(error) && (
          <p className={classes.code}>
            {error.code}
            {error.requestId && ` · request ${error.requestId}`}
          </p>
        )}
      </div>
    </section>
  )
}
