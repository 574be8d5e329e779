import { listParticipants } from '@inlet/contract/workspace'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { pagesOf } from '../../api/queries.ts'
import { DataList } from '../../ui/DataList.tsx'
import { DataRow } from '../../ui/DataRow.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf } from '../../ui/format/count.ts'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { useUrlText } from '../../ui/use-url-text.ts'

const route = getRouteApi('/inside/participants')

/** All participants of the team. */
export function Participants() {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const [text, setText] = useUrlText(q, (words) => {
    void navigate({
      to: '/participants',
      search: words ? { q: words } : {},
      replace: true,
      resetScroll: false,
    })
  })
  useRowKeys('Participants')
  const query = useInfiniteQuery({
    ...pagesOf(listParticipants, { query: q ? { q } : {} }),
    placeholderData: keepPreviousData,
  })
  const people = query.data?.pages.flatMap((page) => page.participants) ?? []
  const isEmpty = query.isSuccess && people.length === 0
  return (
    <>
      <PageHeader title="Participants" below="Everyone who answered a survey in any project of the team." />
      {!(isEmpty && q === '') && (
        <SearchField
          label="Search participants"
          placeholder="Name or e-mail address"
          value={text}
          onChange={setText}
          isBusy={query.isPlaceholderData}
        />
      )}
      {query.isPending && <Loading label="participants" />}
      {query.isError && (
        <ErrorPanel
          title="The participants could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {isEmpty && q === '' && (
        <EmptyState title="No participants yet.">
          Participants are added from surveys that have an e-mail column.
        </EmptyState>
      )}
      {isEmpty && q !== '' && (
        <EmptyState title={`No results for “${q}”.`}>
          Search matches the beginning of names and e-mail addresses.
        </EmptyState>
      )}
      {people.length > 0 && (
        <DataList label="Participants">
          {people.map((person) => (
            <DataRow
              key={person.id}
              to={`/participants/${person.id}`}
              title={person.name ?? person.email}
              detail={person.name === null ? undefined : person.email}
              status={<StatusLabel tone="quiet">{countOf(person.survey_count, 'survey')}</StatusLabel>}
              aside={<TimeAgo at={person.created_at} isPlain />}
            />
          ))}
        </DataList>
      )}
      <MoreButton query={query} label="Show more participants" />
    </>
  )
}
