/** Live list of imports of all projects with four filters and a details drawer. */
import {
  countImports,
  type Import,
  type ImportFilter,
  importFilters,
  listImports,
} from '@inlet/contract/workspace'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { pagesOf, queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useStableOrder } from '../../changes/use-stable-order.ts'
import { SelectionBar } from '../../manage/SelectionBar.tsx'
import { useSelection } from '../../manage/use-selection.ts'
import { DataList } from '../../ui/DataList.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { filterLabels, keyOfImport } from '../../ui/format/import-labels.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { NewPill } from '../../ui/NewPill.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { ImportRow } from './ImportRow.tsx'
import { NoImports } from './NoImports.tsx'

const ImportDrawer = lazyComponent(() => import('./ImportDrawer.tsx'), 'ImportDrawer')
const none: never[] = []

export function ImportBrowser({ show, open }: { show: ImportFilter; open: string | undefined }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const navigate = useNavigate()
  const counts = useQuery(queryOf(countImports, { query: {} }))
  const query = useInfiniteQuery(pagesOf(listImports, { query: { filter: show } }))
  const items = query.data?.pages.flatMap((page) => page.imports) ?? none
  const stable = useStableOrder(items, keyOfImport)
  const { can_write: canWrite } = useSession()
  const selection = useSelection(stable.shown.map(keyOfImport), canWrite)
  const selected = stable.shown.filter((item) => selection.keys.has(keyOfImport(item)))
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
      {query.isSuccess && items.length === 0 && <NoImports show={show} />}
      <NewPill count={stable.newCount} onShow={stable.showNew} />
      {stable.shown.length > 0 && (
        <DataList label={`Imports: ${filterLabels[show]}`} {...stable.holdProps}>
          {stable.shown.map((item) => (
            <ImportRow
              key={keyOfImport(item)}
              item={item}
              isOpen={keyOfImport(item) === open}
              isSelected={selection.keys.has(keyOfImport(item))}
              onOpen={() => setOpen(item)}
              onSelect={canWrite ? (isRange) => selection.toggle(keyOfImport(item), isRange) : undefined}
            />
          ))}
        </DataList>
      )}
      <MoreButton query={query} label="Show more imports" />
      {selected.length > 0 && <SelectionBar items={selected} onClear={selection.clear} />}
      <Suspense>{open && <ImportDrawer name={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
