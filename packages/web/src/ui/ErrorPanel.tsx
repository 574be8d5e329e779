import { isApiError } from '../api/api-error.ts'
import classes from './ErrorPanel.module.css'
import { Icon } from './Icon.tsx'
import { PlainButton } from './PlainButton.tsx'

/** What happened, why, what to do; the code and the request id last, to copy. */
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
  const message = isApiError(error)
    ? error.message
    : 'Something on this page went wrong. Reload it; nothing you imported is affected.'
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
        {isApiError(error) && (
          <p className={classes.code}>
            {error.code}
            {error.requestId && ` · request ${error.requestId}`}
          </p>
        )}
      </div>
    </section>
  )
}
