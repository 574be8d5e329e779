import type { ImportStep, LiveJob } from '@inlet/contract/workspace'
import { stepLabels } from '../../ui/format/import-labels.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import classes from './ImportSteps.module.css'

const icons: Record<ImportStep['state'], IconName | undefined> = {
  done: 'check',
  current: 'working',
  failed: 'failed',
  ahead: undefined,
}
const stateLabels: Record<ImportStep['state'], string> = {
  done: 'done',
  current: 'in progress',
  failed: 'failed',
  ahead: 'pending',
}

export function ImportSteps({ steps, job }: { steps: readonly ImportStep[]; job: LiveJob | null }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map(({ name, state, at }) => {
        const icon = icons[state]
        return (
          <li key={name} className={classes.step} data-state={state}>
            <span className={classes.mark}>{icon && <Icon name={icon} />}</span>
            <span>
              {stepLabels[name]}
              <span className="visually-hidden"> ({stateLabels[state]})</span>
            </span>
            <span className={classes.when}>{at && <TimeAgo at={at} />}</span>
            {state === 'current' && job && <JobNote job={job} />}
          </li>
        )
      })}
    </ol>
  )
}

function JobNote({ job }: { job: LiveJob }) {
  const attempt = job.attempt > 1 && `attempt ${job.attempt} of ${job.max_attempts}`
  const next = job.next_attempt_at
  return (
    <span className={classes.note}>
      {job.is_running ? 'Processing' : next ? 'Will retry' : 'Queued'}
      {attempt && `, ${attempt}`}
      {next && (
        <>
          , <TimeAgo at={next} />
        </>
      )}
    </span>
  )
}
