/** Live list of imports with four filters and a details drawer, for one project or all. */
import {
  countImports,
  type Import,
  type ImportFilter,
  importFilters,
  listImports,
} from '@inlet/contract/workspace'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { pagesOf, queryOf } from '../../api/queries.ts'
import { useStableOrder } from '../../changes/use-stable-order.ts'
import { DataList } from '../../ui/DataList.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { filterLabels, keyOfImport } from '../../ui/format/import-labels.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { NewPill } from '../../ui/NewPill.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { ImportRow } from './ImportRow.tsx'
import { NoImports } from './NoImports.tsx'

const ImportDrawer = lazy(async () => ({ default: (await import('./ImportDrawer.tsx')).ImportDrawer }))
const none: never[] = []

export function ImportBrowser(props: { projectId?: number; show: ImportFilter; open: string | undefined }) {
  const { projectId, show, open } = props
  const within = projectId === undefined ? {} : { project_id: projectId }
  const path = useRouterState({ select: (state) => state.location.pathname })
  const navigate = useNavigate()
  const counts = useQuery(queryOf(countImports, { query: within }))
  const query = useInfiniteQuery(pagesOf(listImports, { query: { filter: show, ...within } }))
  const items = query.data?.pages.flatMap((page) => page.imports) ?? none
  const stable = useStableOrder(items, keyOfImport)
  useRowKeys('Imports')

  const setOpen = (item: Import | undefined) =>
    void navigate({
      to: path,
      search: { show, ...(item ? { open: keyOfImport(item) } : {}) } as never,
      resetScroll: false,
    })
  const tabs = importFilters.map((filter) => ({
    label: filterLabels[filter],
    to: path,
    search: { show: filter },
    count: filter === 'needs_attention' || filter === 'working' ? counts.data?.[filter] : undefined,
    isCurrent: filter === show,
  }))
  return (
    <>
      <LinkTabs label="Filter imports" tabs={tabs} />
      {query.isPending && <Loading label="imports" />}
      {query.isError && (
        <ErrorPanel
          title="The imports could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && items.length === 0 && (
        <NoImports show={show} isInProject={projectId !== undefined} />
      )}
      <NewPill count={stable.newCount} onShow={stable.showNew} />
      {stable.shown.length > 0 && (
        <DataList label={`Imports: ${filterLabels[show]}`} {...stable.holdProps}>
          {stable.shown.map((item) => (
            <ImportRow
              key={keyOfImport(item)}
              item={item}
              isInProject={projectId !== undefined}
              isOpen={keyOfImport(item) === open}
              onOpen={() => setOpen(item)}
            />
          ))}
        </DataList>
      )}
      <MoreButton query={query} label="Show more imports" />
      <Suspense>{open && <ImportDrawer name={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
