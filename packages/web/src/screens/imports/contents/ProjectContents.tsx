/** Everything imported into one project: kinds as tabs of the page, filters and order in the URL. */
import { listMaterials, type Material } from '@inlet/contract/workspace'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { pagesOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { useStableOrder } from '../../../changes/use-stable-order.ts'
import { SelectionBar } from '../../../manage/SelectionBar.tsx'
import { useSelection } from '../../../manage/use-selection.ts'
import { DataList } from '../../../ui/DataList.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { keyOfImport } from '../../../ui/format/import-labels.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { NewPill } from '../../../ui/NewPill.tsx'
import { useRowKeys } from '../../../ui/use-row-keys.ts'
import { ContentFilters } from './ContentFilters.tsx'
import { ContentHeadings } from './ContentHeadings.tsx'
import { ContentRow } from './ContentRow.tsx'
import classes from './Contents.module.css'
import { type ContentSearch, isFiltered, queryOfContents } from './content-search.ts'

const ImportDrawer = lazyComponent(() => import('../ImportDrawer.tsx'), 'ImportDrawer')
const route = getRouteApi('/inside/projects/$projectId/')
const none: never[] = []

export function ProjectContents() {
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: ContentSearch) =>
    void navigate({
      search: { ...search, ...next },
      resetScroll: false,
      // A day is typed in several steps.
      replace: 'from' in next || 'to' in next,
    })
  return (
    <>
      <ContentFilters projectId={Number(projectId)} search={search} onChange={change} />
      <ContentList
        projectId={Number(projectId)}
        search={search}
        onOpen={(item) => change({ open: item && keyOfImport(item) })}
      />
    </>
  )
}

function ContentList(props: {
  projectId: number
  search: ContentSearch
  onOpen: (item: Material | undefined) => void
}) {
  const { projectId, search, onOpen } = props
  const query = useInfiniteQuery({
    ...pagesOf(listMaterials, { query: queryOfContents(projectId, search) }),
    placeholderData: keepPreviousData,
  })
  const items = query.data?.pages.flatMap((page) => page.materials) ?? none
  const stable = useStableOrder(items, keyOfImport)
  const { can_write: canWrite } = useSession()
  const selection = useSelection(stable.shown.map(keyOfImport), canWrite)
  const selected = stable.shown.filter((item) => selection.keys.has(keyOfImport(item)))
  useRowKeys('Contents')
  return (
    <>
      {query.isPending && <Loading label="contents" />}
      {query.isError && (
        <ErrorPanel
          title="The contents could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && items.length === 0 && <NoContents search={search} />}
      <NewPill count={stable.newCount} onShow={stable.showNew} />
      {stable.shown.length > 0 && (
        <div className={classes.list}>
          <ContentHeadings search={search} />
          <DataList label="Contents" {...stable.holdProps}>
            {stable.shown.map((item) => (
              <ContentRow
                key={keyOfImport(item)}
                item={item}
                isOpen={keyOfImport(item) === search.open}
                isSelected={selection.keys.has(keyOfImport(item))}
                onOpen={() => onOpen(item)}
                onSelect={canWrite ? (isRange) => selection.toggle(keyOfImport(item), isRange) : undefined}
              />
            ))}
          </DataList>
        </div>
      )}
      <MoreButton query={query} label="Show more" />
      {selected.length > 0 && <SelectionBar items={selected} onClear={selection.clear} />}
      <Suspense>
        {search.open && <ImportDrawer name={search.open} onClose={() => onOpen(undefined)} />}
      </Suspense>
    </>
  )
}

function NoContents({ search }: { search: ContentSearch }) {
  if (isFiltered(search))
    return (
      <EmptyState
        title="Nothing matches these filters."
        action={
          <Link to="." search={{ ...(search.kind && { kind: search.kind }) } as never}>
            Clear filters
          </Link>
        }
      />
    )
  return (
    <EmptyState title="No imports yet.">
      Drop or paste recordings, documents, images or a survey CSV anywhere on this page, or use Upload files.
    </EmptyState>
  )
}
