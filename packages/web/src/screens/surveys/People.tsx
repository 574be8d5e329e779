import { getSurvey, listRespondents } from '@inlet/contract/workspace'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pagesOf, queryOf } from '../../api/queries.ts'
import { DataList } from '../../ui/DataList.tsx'
import { DataRow } from '../../ui/DataRow.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import classes from './People.module.css'
import { personName } from './person-name.ts'

const route = getRouteApi('/inside/surveys/$uploadKey/people')

export function People() {
  const { uploadKey } = route.useParams()
  const params = { upload_key: uploadKey }
  const { data: survey } = useQuery(queryOf(getSurvey, { params }))
  const query = useInfiniteQuery(pagesOf(listRespondents, { params, query: { limit: 100 } }))
  useRowKeys('People')
  if (query.isError && !query.data)
    return (
      <ErrorPanel
        title="The people could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <Loading label="people" />
  const people = query.data.pages.flatMap((page) => page.respondents)
  if (people.length === 0)
    return (
      <EmptyState title="No named respondents.">
        The survey has no name or e-mail column, so its responses are not assigned to people.
      </EmptyState>
    )
  return (
    <>
      {survey && (
        <p className={classes.shown}>
          {formatCount(people.length)} of {formatCount(survey.respondent_count)} shown
        </p>
      )}
      <DataList label="People">
        {people.map((person) => (
          <DataRow
            key={person.id}
            title={personName(person) ?? 'Unnamed'}
            to={`/surveys/${encodeURIComponent(uploadKey)}/people/${person.id}`}
            icon={<Icon name="person" />}
            detail={person.name === null ? undefined : person.email}
          />
        ))}
      </DataList>
      <MoreButton query={query} label="Show more people" />
    </>
  )
}
