import { getSurvey, getSurveyResponse } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { Loading } from '../../ui/Loading.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { AnswerList } from './AnswerList.tsx'
import { MediaList } from './MediaList.tsx'
import { personName } from './person-name.ts'
import classes from './ResponseDrawer.module.css'
import { formatMoment } from './span.ts'
import { formatAnsweredAt } from './table-columns.ts'

/** All details of one response. */
export function ResponseDrawer(props: { uploadKey: string; responseId: number; onClose: () => void }) {
  const { uploadKey, responseId, onClose } = props
  const params = { upload_key: uploadKey, response_id: String(responseId) }
  const { data: survey } = useQuery(queryOf(getSurvey, { params: { upload_key: uploadKey } }))
  const { data: response, error, refetch } = useQuery(queryOf(getSurveyResponse, { params }))
  const name = response && personName(response.person)
  return (
    <SideDrawer title={name ?? 'Response'} onClose={onClose} size={560}>
      {error && (
        <ErrorPanel title="This response cannot be shown." error={error} onRetry={() => void refetch()} />
      )}
      {!error && !(response && survey) && <Loading label="the response" rows={6} />}
      {response && survey && (
        <>
          <p className={classes.facts}>
            {[
              formatAnsweredAt(response, formatMoment),
              response.person.name !== null && response.person.email,
              `part ${formatCount(response.part_number)}, row ${formatCount(response.row)} of the file`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {name !== undefined && (
            <p className={classes.person}>
              <Link
                to="/surveys/$uploadKey/people/$respondentId"
                params={{ uploadKey, respondentId: String(response.person.id) }}
              >
                View respondent
              </Link>
            </p>
          )}
          <AnswerList columns={survey.columns} answers={response.answers} />
          {response.media.length > 0 && (
            <>
              <h3 className={classes.heading}>Media</h3>
              <MediaList survey={survey} media={response.media} isOfPerson />
            </>
          )}
        </>
      )}
    </SideDrawer>
  )
}
