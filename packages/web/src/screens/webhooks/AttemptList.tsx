import type { Delivery } from '@inlet/contract/workspace'
import { exactTime } from '../../ui/format/time.ts'
import classes from './Webhooks.module.css'
import { formatDuration, resultOf } from './webhook-labels.ts'

type Attempt = Delivery['attempts'][number]

/** Newest first. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <ol className={classes.attempts} aria-label="Attempts">
      {attempts.map((attempt) => (
        <li key={attempt.at}>
          <p>
            {resultOf(attempt)}{' '}
            <span className={classes.quiet}>
              · <time dateTime={attempt.at}>{exactTime(new Date(attempt.at))}</time> ·{' '}
              {formatDuration(attempt.duration_ms)}
            </span>
          </p>
          <ResponseExcerpt attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

function ResponseExcerpt({
  attempt: { http_status: status, response_excerpt: excerpt },
}: {
  attempt: Attempt
}) {
  if (status === null) return null
  if (excerpt === null) return <p className={classes.quiet}>Responses of internal hosts are not shown.</p>
  if (excerpt === '') return <p className={classes.quiet}>Empty response.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <pre className={classes.excerpt} dir="auto" tabIndex={0}>
      {excerpt}
    </pre>
  )
}
