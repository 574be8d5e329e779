import type { SurveyMedia, WorkspaceSurvey } from '@inlet/contract/workspace'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatBytes } from '../../ui/format/bytes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { StatusWord } from '../../ui/StatusWord.tsx'
import classes from './MediaList.module.css'
import { formatDuration, mediaReason, mediaStatus } from './media-words.ts'
import { PickFile } from './PickFile.tsx'
import { personName } from './person-name.ts'
import { sendMediaAgain } from './send-again.ts'

/** Files that people sent with a survey: from whom, what became of them, and why not. */
export function MediaList(props: {
  survey: WorkspaceSurvey
  media: readonly SurveyMedia[]
  /** Beside the person they are from, who need not be named again. */
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
  const client = useQueryClient()
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
        <StatusWord tone={tone}>{text}</StatusWord>
        {media.can_retry && media.status !== 'UPLOADED' && (
          <PickFile
            label={media.status === 'FAILED' ? 'Send again' : 'Send the file'}
            about={media.filename}
            onPick={(file) => sendMediaAgain(client, survey, media, file)}
          />
        )}
      </div>
    </li>
  )
}

function From({ survey, media }: { survey: WorkspaceSurvey; media: SurveyMedia }) {
  const { person, response_id: responseId, respondent_id: respondentId } = media
  if (respondentId === null && responseId === null) return null
  const name = (person && personName(person)) ?? 'somebody without a name'
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
          With a response of <bdi>{name}</bdi>
        </Link>
      )}
      {(media.duration_ms !== null || media.bytes !== null) && ' · '}
    </>
  )
}
