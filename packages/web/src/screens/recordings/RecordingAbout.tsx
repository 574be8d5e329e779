/** Speakers and details, shown below the player. */

import type { Recording, TranscriptSegment } from '@inlet/contract/workspace'
import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { FactList } from '../../ui/FactList.tsx'
import { countOf } from '../../ui/format/count.ts'
import { mediaTime } from '../../ui/format/media-time.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { ProjectLink } from '../../ui/ProjectLink.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { languageName } from './language-name.ts'
import { protectionText } from './protection-labels.ts'
import classes from './RecordingAbout.module.css'
import { areSpeakersIdentified, type ShownSpeaker, spokenShares } from './speakers.ts'

const SpeakerDialog = lazyComponent(() => import('./edit/SpeakerDialog.tsx'), 'SpeakerDialog')

export function RecordingAbout(props: {
  recording: Recording
  segments: readonly TranscriptSegment[]
  speakers: readonly ShownSpeaker[]
}) {
  const { recording, segments, speakers } = props
  const { transcript, survey, duration_ms: durationMs } = recording
  return (
    <div className={classes.about}>
      {areSpeakersIdentified(speakers) && (
        <Speakers recording={recording} segments={segments} speakers={speakers} />
      )}
      <section aria-label="Details">
        <h2 className={classes.heading}>Details</h2>
        <FactList className={classes.facts}>
          <dt>Name</dt>
          <dd>
            <bdi>{recording.name}</bdi>
          </dd>
          {durationMs !== null && (
            <>
              <dt>Duration</dt>
              <dd>{mediaTime(durationMs / 1000)}</dd>
            </>
          )}
          {transcript && transcript.segment_count > 0 && (
            <>
              <dt>Language</dt>
              <dd>{languageName(transcript.language)}</dd>
              <dt>Transcript</dt>
              <dd>
                <Tooltip label={engineText(transcript)}>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
                  <span tabIndex={0}>{countOf(transcript.segment_count, 'line')}</span>
                </Tooltip>
                {!areSpeakersIdentified(speakers) && '. Speakers not identified'}
              </dd>
            </>
          )}
          {recording.is_private && recording.status === 'ready' && (
            <>
              <dt>Protected</dt>
              <dd>{protectionText(recording.protections)}</dd>
            </>
          )}
          <dt>Project</dt>
          <dd>
            <ProjectLink project={recording.project} />
          </dd>
          {survey && (
            <>
              <dt>Survey</dt>
              <dd>
                <Link to={`/surveys/${survey.upload_key}` as '/'}>{survey.name}</Link>
                {survey.response_id !== null && `, response ${survey.response_id}`}
              </dd>
            </>
          )}
          <dt>Received</dt>
          <dd>
            <TimeAgo at={recording.created_at} />
          </dd>
        </FactList>
      </section>
    </div>
  )
}

function engineText({ engine, model }: NonNullable<Recording['transcript']>): string {
  if (engine === 'import') return `Uploaded with the recording (${model})`
  return model ? `Transcribed by ${engine} (${model})` : `Transcribed by ${engine}`
}

function Speakers({
  recording,
  segments,
  speakers,
}: {
  recording: Recording
  segments: readonly TranscriptSegment[]
  speakers: readonly ShownSpeaker[]
}) {
  const { can_write: canWrite } = useSession()
  const [naming, setNaming] = useState<ShownSpeaker>()
  const shares = useMemo(() => spokenShares(segments), [segments])
  return (
    <section aria-label="Speakers">
      <h2 className={classes.heading}>Speakers</h2>
      <ul className={classes.speakers}>
        {speakers.map((speaker) => (
          <li key={speaker.id} data-speaker={speaker.colour} className={classes.speaker}>
            <span className={classes.dot} aria-hidden="true" />
            <bdi className={classes.name}>{speaker.name}</bdi>
            <span className={classes.share}>
              {countOf(speaker.lineCount, 'line')} · {Math.round((shares.get(speaker.id) ?? 0) * 100)} % of
              speaking time
            </span>
            {canWrite && (
              <TextButton
                aria-label={`${speaker.isNamed ? 'Rename' : 'Name'} ${speaker.name}`}
                onClick={() => setNaming(speaker)}
              >
                {speaker.isNamed ? 'Rename' : 'Name'}
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      {naming && (
        <Suspense>
          <SpeakerDialog
            recording={recording}
            segments={segments}
            speaker={naming}
            line={undefined}
            onClose={() => setNaming(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
