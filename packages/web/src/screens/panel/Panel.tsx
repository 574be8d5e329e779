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
import { StatusWord } from '../../ui/StatusWord.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useAddressText } from '../../ui/use-address-text.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'

const route = getRouteApi('/inside/panel')

/** People of the whole team, whatever they took part in. */
export function Panel() {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const [text, setText] = useAddressText(q, (words) => {
    void navigate({ to: '/panel', search: words ? { q: words } : {}, replace: true, resetScroll: false })
  })
  useRowKeys('Panel')
  const query = useInfiniteQuery({
    ...pagesOf(listParticipants, { query: q ? { q } : {} }),
    placeholderData: keepPreviousData,
  })
  const people = query.data?.pages.flatMap((page) => page.participants) ?? []
  const isEmpty = query.isSuccess && people.length === 0
  return (
    <>
      <PageHeader
        title="Research panel"
        below="Everybody who answered a survey, in every project of the team."
      />
      {!(isEmpty && q === '') && (
        <SearchField
          label="Search the panel"
          placeholder="Name or e-mail address"
          value={text}
          onChange={setText}
          isBusy={query.isPlaceholderData}
        />
      )}
      {query.isPending && <Loading label="people" />}
      {query.isError && (
        <ErrorPanel
          title="The panel could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {isEmpty && q === '' && (
        <EmptyState title="Nobody is in the panel yet.">
          People come in with surveys that have a column of e-mail addresses.
        </EmptyState>
      )}
      {isEmpty && q !== '' && (
        <EmptyState title={`Nobody is called “${q}”.`}>
          Names and addresses are found by the beginnings of their words.
        </EmptyState>
      )}
      {people.length > 0 && (
        <DataList label="People">
          {people.map((person) => (
            <DataRow
              key={person.id}
              to={`/panel/${person.id}`}
              title={person.name ?? person.email}
              detail={person.name === null ? undefined : person.email}
              status={<StatusWord tone="quiet">{countOf(person.survey_count, 'survey')}</StatusWord>}
              aside={<TimeAgo at={person.created_at} isPlain />}
            />
          ))}
        </DataList>
      )}
      <MoreButton query={query} label="Show more people" />
    </>
  )
}
