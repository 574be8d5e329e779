import { getRespondent, getSurvey } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf, formatCount } from '../../ui/format/count.ts'
import { Loading } from '../../ui/Loading.tsx'
import { AnswerList } from './AnswerList.tsx'
import { MediaList } from './MediaList.tsx'
import classes from './Person.module.css'
import { personName } from './person-name.ts'
import { formatMoment } from './span.ts'
import { formatAnsweredAt } from './table-columns.ts'

const route = getRouteApi('/inside/surveys/$uploadKey/people/$respondentId')

/** The answers and media files of one person. */
export function Person() {
  const { uploadKey, respondentId } = route.useParams()
  const params = { upload_key: uploadKey, respondent_id: respondentId }
  const { data: survey } = useQuery(queryOf(getSurvey, { params: { upload_key: uploadKey } }))
  const { data: person, error, refetch } = useQuery(queryOf(getRespondent, { params }))
  if (error && !person)
    return <ErrorPanel title="This person cannot be shown." error={error} onRetry={() => void refetch()} />
  if (!person || !survey) return <Loading label="the person" />
  const { responses, media } = person
  return (
    <article aria-labelledby="person">
      <p className={classes.back}>
        <Link to="/surveys/$uploadKey/people" params={{ uploadKey }}>
          All people
        </Link>
      </p>
      <h2 id="person" className={classes.name} dir="auto">
        {personName(person) ?? 'Unnamed respondent'}
      </h2>
      <p className={classes.facts}>
        {[
          person.name !== null && person.email,
          countOf(responses.length, 'response'),
          countOf(media.length, 'media file'),
        ]
          .filter(Boolean)
          .join(' · ')}
        {person.participant_id !== null && (
          <>
            {' · '}
            <Link to="/participants/$participantId" params={{ participantId: String(person.participant_id) }}>
              View participant
            </Link>
          </>
        )}
      </p>
      <div className={classes.columns}>
        <div className={classes.answers}>
          {responses.map((response) => (
            <section key={response.id} className={classes.response}>
              <h3 className={classes.heading}>
                {formatAnsweredAt(response, formatMoment) ||
                  `Part ${formatCount(response.part_number)}, row ${formatCount(response.row)}`}
              </h3>
              <AnswerList columns={survey.columns} answers={response.answers} />
            </section>
          ))}
        </div>
        <section className={classes.media} aria-labelledby="person-media">
          <h3 id="person-media" className={classes.heading}>
            Media
          </h3>
          {media.length === 0 ? (
            <p className={classes.facts}>No media files.</p>
          ) : (
            <MediaList survey={survey} media={media} isOfPerson />
          )}
        </section>
      </div>
    </article>
  )
}
