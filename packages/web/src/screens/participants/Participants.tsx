import { listParticipants, type Participant } from '@inlet/contract/workspace'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { pagesOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useSelection } from '../../manage/use-selection.ts'
import { DataList } from '../../ui/DataList.tsx'
import { DataRow } from '../../ui/DataRow.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf } from '../../ui/format/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RowCheckbox } from '../../ui/RowCheckbox.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { StatusLabel } from '../../ui/StatusLabel.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { useUrlText } from '../../ui/use-url-text.ts'
import { ParticipantSelection } from './ParticipantSelection.tsx'
import { ParticipantTools } from './ParticipantTools.tsx'

const route = getRouteApi('/inside/participants')
const keyOf = ({ id }: Participant) => String(id)

/** All participants of the team. */
export function Participants() {
  const { q = '', project } = route.useSearch()
  const navigate = useNavigate()
  const show = (search: { q?: string; project?: number }) =>
    void navigate({ to: '/participants', search, replace: true, resetScroll: false })
  const [text, setText] = useUrlText(q, (words) =>
    show({ ...(words && { q: words }), ...(project !== undefined && { project }) }),
  )
  const onProject = (id: number | undefined) =>
    show({ ...(q && { q }), ...(id !== undefined && { project: id }) })
  useRowKeys('Participants')
  const filter = { ...(q && { q }), ...(project !== undefined && { project_id: project }) }
  const query = useInfiniteQuery({
    ...pagesOf(listParticipants, { query: filter }),
    placeholderData: keepPreviousData,
  })
  const people = query.data?.pages.flatMap((page) => page.participants) ?? []
  const { can_write: canWrite } = useSession()
  const selection = useSelection(people.map(keyOf), canWrite)
  const selected = people.filter((person) => selection.keys.has(keyOf(person)))
  const isEmpty = query.isSuccess && people.length === 0
  const isUnfiltered = q === '' && project === undefined
  return (
    <>
      <PageHeader title="Participants" below="Everyone who answered a survey in any project of the team." />
      {!(isEmpty && isUnfiltered) && (
        <>
          <SearchField
            label="Search participants"
            placeholder="Name or e-mail address"
            value={text}
            onChange={setText}
            isBusy={query.isPlaceholderData}
          />
          <ParticipantTools q={q} project={project} onProject={onProject} />
        </>
      )}
      {query.isPending && <Loading label="participants" />}
      {query.isError && (
        <ErrorPanel
          title="The participants could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {isEmpty && <NoParticipants q={q} isUnfiltered={isUnfiltered} />}
      {people.length > 0 && (
        <DataList label="Participants">
          {people.map((person) => (
            <ParticipantRow
              key={person.id}
              person={person}
              isSelected={selection.keys.has(keyOf(person))}
              onSelect={canWrite ? (isRange) => selection.toggle(keyOf(person), isRange) : undefined}
            />
          ))}
        </DataList>
      )}
      <MoreButton query={query} label="Show more participants" />
      {selected.length > 0 && <ParticipantSelection people={selected} onClear={selection.clear} />}
    </>
  )
}

function NoParticipants({ q, isUnfiltered }: { q: string; isUnfiltered: boolean }) {
  if (q !== '')
    return (
      <EmptyState title={`No results for “${q}”.`}>
        Search matches the beginning of names and e-mail addresses.
      </EmptyState>
    )
  return (
    <EmptyState title={isUnfiltered ? 'No participants yet.' : 'No participants in this project.'}>
      Participants are added from surveys that have an e-mail column.
    </EmptyState>
  )
}

function ParticipantRow(props: {
  person: Participant
  isSelected: boolean
  /** Undefined for viewers. */
  onSelect: ((isRange: boolean) => void) | undefined
}) {
  const { person, isSelected, onSelect } = props
  const name = person.name ?? person.email
  return (
    <DataRow
      to={`/participants/${person.id}`}
      rowKey={keyOf(person)}
      checkbox={
        onSelect && <RowCheckbox label={`Select ${name}`} isChecked={isSelected} onToggle={onSelect} />
      }
      icon={<Icon name="person" />}
      title={name}
      detail={person.name === null ? undefined : person.email}
      status={<StatusLabel tone="quiet">{countOf(person.survey_count, 'survey')}</StatusLabel>}
      aside={<TimeAgo at={person.created_at} isPlain />}
      isChosen={isSelected}
    />
  )
}
