import type { SurveyPart, WorkspaceSurvey } from '@inlet/contract/workspace'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../api/session.ts'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx'
import { columnTypeLabels } from '../../uploads/column-labels.ts'
import { WithdrawPart } from '../../uploads/WithdrawPart.tsx'
import classes from './ImportState.module.css'
import { describePart, describeProgress, partsRead } from './import-progress.ts'
import { PickFile } from './PickFile.tsx'
import { sendPartAgain } from './send-again.ts'

const words: Record<'working' | 'waiting' | 'failed', { tone: StatusTone; text: string }> = {
  working: { tone: 'working', text: 'Processing' },
  waiting: { tone: 'waiting', text: 'Missing a part' },
  failed: { tone: 'failed', text: 'Import incomplete' },
}

/** Shows missing and failed parts and how to correct them. Renders nothing when the import is complete. */
export function ImportState({ survey }: { survey: WorkspaceSurvey }) {
  const { parts, failure } = survey
  const status = stateOf(survey)
  if (survey.retyping) return <Retyping survey={survey} retyping={survey.retyping} />
  if (status === 'ready') return null
  const { tone, text } = words[status]
  return (
    <section className={classes.state} data-tone={tone} aria-label="Import">
      <p className={classes.line}>
        <StatusLabel tone={tone}>{text}</StatusLabel>
        <span>{describeProgress({ ...survey, status })}</span>
      </p>
      {status === 'working' && parts.length > 1 && (
        <ProgressBar share={partsRead(parts) / parts.length} label="Parts processed" />
      )}
      {failure && (
        <p className={classes.reason} dir="auto">
          {failure.message} <span className={classes.code}>{failure.code}</span>
        </p>
      )}
      {status !== 'working' && <Parts survey={survey} />}
    </section>
  )
}

/** A ready survey with appended parts that have not been uploaded counts as waiting. */
const stateOf = ({ status, upload_status }: WorkspaceSurvey): WorkspaceSurvey['status'] =>
  status === 'ready' && upload_status === 'AWAITING_UPLOAD' ? 'waiting' : status

function Retyping(props: { survey: WorkspaceSurvey; retyping: NonNullable<WorkspaceSurvey['retyping']> }) {
  const { survey, retyping } = props
  const name = survey.columns.find(({ position }) => position === retyping.position)?.name ?? ''
  return (
    <section className={classes.state} data-tone="working" aria-label="Import">
      <p className={classes.line}>
        <StatusLabel tone="working">Processing</StatusLabel>
        <span dir="auto">
          “{name}” is being changed to {columnTypeLabels[retyping.type]}.
        </span>
      </p>
      {survey.parts.length > 1 && (
        <ProgressBar share={retyping.parts_read / survey.parts.length} label="Parts processed" />
      )}
    </section>
  )
}

function Parts({ survey }: { survey: WorkspaceSurvey }) {
  const urgent = survey.parts.filter(isUrgent)
  const others = survey.parts.filter((part) => !isUrgent(part))
  return (
    <>
      <PartList survey={survey} parts={urgent} />
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>{countOf(others.length, urgent.length === 0 ? 'part' : 'other part')}</summary>
          <PartList survey={survey} parts={others} />
        </details>
      )}
    </>
  )
}

const isUrgent = ({ status }: SurveyPart) => status === 'FAILED' || status === 'PENDING'

function PartList({ survey, parts }: { survey: WorkspaceSurvey; parts: readonly SurveyPart[] }) {
  const client = useQueryClient()
  const { can_write: canWrite } = useSession()
  if (parts.length === 0) return null
  return (
    <ul className={classes.parts}>
      {parts.map((part) => {
        const { tone, text } = describePart(part)
        return (
          <li key={part.number} className={classes.part}>
            <span className={classes.name}>Part {formatCount(part.number)}</span>
            <StatusLabel tone={tone}>{text}</StatusLabel>
            {canWrite && (
              <span className={classes.actions}>
                {part.can_retry && part.status !== 'UPLOADED' && (
                  <PickFile
                    label={part.status === 'FAILED' ? 'Upload corrected part' : 'Upload part'}
                    about={`part ${part.number}`}
                    accept=".csv,text/csv"
                    onPick={(file) => sendPartAgain(client, survey, part.number, file)}
                  />
                )}
                {part.can_withdraw && <WithdrawPart uploadKey={survey.upload_key} part={part.number} />}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
