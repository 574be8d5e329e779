import { isInletError } from '../api/api-error.ts'
import classes from './ErrorPanel.module.css'
import { Icon } from './Icon.tsx'
import { LoadError } from './load-error.ts'
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
  const message = messageOf(error)
  return (
    <section className={classes.panel} role="alert">
      <Icon name="failed" />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{message}</p>
        {onRetry && (
          <p className={classes.retry}>
            <PlainButton onClick={onRetry}>{retryLabel}</PlainButton>
            {error instanceof LoadError && navigator.onLine && (
              <PlainButton onClick={() => location.reload()}>Reload page</PlainButton>
            )}
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

function messageOf(error: unknown): string {
  if (isInletError(error)) return error.message
  if (!(error instanceof LoadError))
    return 'Something went wrong on this page. Reload it; your imports are not affected.'
  return navigator.onLine
    ? 'The connection failed, or Inlet was updated. Try again. If that does not help, reload the page.'
    : 'You are offline, and this page was not opened before. It opens when the connection is back. Uploads are kept.'
}
