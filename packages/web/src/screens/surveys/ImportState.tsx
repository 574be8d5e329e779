import type { SurveyPart, WorkspaceSurvey } from '@inlet/contract/workspace'
import { useQueryClient } from '@tanstack/react-query'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { type StatusTone, StatusWord } from '../../ui/StatusWord.tsx'
import classes from './ImportState.module.css'
import { describePart, describeProgress, partsRead } from './import-progress.ts'
import { PickFile } from './PickFile.tsx'
import { sendPartAgain } from './send-again.ts'

const words: Record<'working' | 'waiting' | 'failed', { tone: StatusTone; text: string }> = {
  working: { tone: 'working', text: 'Being imported' },
  waiting: { tone: 'waiting', text: 'Waits for a part' },
  failed: { tone: 'failed', text: 'Not imported completely' },
}

/** Says what is missing of a survey and how to mend it; nothing once all of it is in. */
export function ImportState({ survey }: { survey: WorkspaceSurvey }) {
  const { status, parts, failure } = survey
  if (status === 'ready') return null
  const { tone, text } = words[status]
  return (
    <section className={classes.state} data-tone={tone} aria-label="Import">
      <p className={classes.line}>
        <StatusWord tone={tone}>{text}</StatusWord>
        <span>{describeProgress(survey)}</span>
      </p>
      {status === 'working' && parts.length > 1 && (
        <ProgressBar share={partsRead(parts) / parts.length} label="Parts read" />
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
  if (parts.length === 0) return null
  return (
    <ul className={classes.parts}>
      {parts.map((part) => {
        const { tone, text } = describePart(part)
        return (
          <li key={part.number} className={classes.part}>
            <span className={classes.name}>Part {formatCount(part.number)}</span>
            <StatusWord tone={tone}>{text}</StatusWord>
            {part.can_retry && part.status !== 'UPLOADED' && (
              <PickFile
                label={part.status === 'FAILED' ? 'Send the mended part' : 'Send this part'}
                about={`part ${part.number}`}
                accept=".csv,text/csv"
                onPick={(file) => sendPartAgain(client, survey, part.number, file)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
