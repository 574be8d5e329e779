import type { SurveyMedia, WorkspaceSurvey } from '@inlet/contract/workspace'
import { Link } from '@tanstack/react-router'
import { formatBytes } from '../../ui/format/bytes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { MediaActions } from './MediaActions.tsx'
import classes from './MediaList.module.css'
import { formatDuration, mediaReason, mediaStatus } from './media-labels.ts'
import { personName } from './person-name.ts'

/** Media files submitted with a survey, with sender, status and failure reason. */
export function MediaList(props: {
  survey: WorkspaceSurvey
  media: readonly SurveyMedia[]
  /** Shown on the page of a person, so the sender is omitted. */
  isOfPerson?: boolean
}) {
  const { survey, media, isOfPerson = false } = props
  return (
    <ul className={classes.list} aria-label="Media files" data-rows="">
      {media.map((one) => (
        <MediaItem key={one.id} survey={survey} media={one} isOfPerson={isOfPerson} />
      ))}
    </ul>
  )
}

function MediaItem(props: { survey: WorkspaceSurvey; media: SurveyMedia; isOfPerson: boolean }) {
  const { survey, media, isOfPerson } = props
  const { tone, text } = mediaStatus(media)
  const reason = mediaReason(media)
  return (
    <li className={classes.item}>
      <span className={classes.poster}>
        {media.poster_path ? (
          <img src={media.poster_path} alt="" width={96} height={54} loading="lazy" />
        ) : (
          <Icon name="recording" />
        )}
      </span>
      <div className={classes.words}>
        <p className={classes.name}>
          {media.status === 'LINKED' && media.recording_status !== null ? (
            <Link
              to="/recordings/$owner/$key"
              params={{ owner: 'media', key: String(media.id) }}
              data-row-link=""
              dir="auto"
            >
              {media.filename}
            </Link>
          ) : (
            <span dir="auto">{media.filename}</span>
          )}
        </p>
        <p className={classes.detail}>
          {!isOfPerson && <From survey={survey} media={media} />}
          {[
            media.duration_ms !== null && formatDuration(media.duration_ms),
            media.bytes !== null && formatBytes(media.bytes),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {reason && (
          <p className={classes.reason} dir="auto">
            {reason}
          </p>
        )}
      </div>
      <div className={classes.end}>
        <StatusLabel tone={tone}>{text}</StatusLabel>
        <MediaActions survey={survey} media={media} />
      </div>
    </li>
  )
}

function From({ survey, media }: { survey: WorkspaceSurvey; media: SurveyMedia }) {
  const { person, response_id: responseId, respondent_id: respondentId } = media
  if (respondentId === null && responseId === null) return null
  const name = (person && personName(person)) ?? 'an unnamed respondent'
  const uploadKey = survey.upload_key
  return (
    <>
      {responseId === null ? (
        <Link
          to="/surveys/$uploadKey/people/$respondentId"
          params={{ uploadKey, respondentId: String(respondentId) }}
        >
          From <bdi>{name}</bdi>
        </Link>
      ) : (
        <Link
          to="/surveys/$uploadKey/responses"
          params={{ uploadKey }}
          search={{ open: responseId } as never}
        >
          Response by <bdi>{name}</bdi>
        </Link>
      )}
      {(media.duration_ms !== null || media.bytes !== null) && ' · '}
    </>
  )
}
