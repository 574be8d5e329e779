import { getTeam, listTrash, type TrashItem } from '@inlet/contract/workspace'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOf, queryOf } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { countOf } from '../../ui/format/count.ts'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Table } from '../../ui/Table.tsx'
import { PurgeDialog } from './PurgeDialog.tsx'
import classes from './Trash.module.css'
import { TrashRow } from './TrashRow.tsx'

/** What the user may restore, of every project. */
export function Trash() {
  const [purged, setPurged] = useState<TrashItem>()
  const { data: team } = useQuery(queryOf(getTeam, {}))
  const query = useInfiniteQuery(pagesOf(listTrash, {}))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PageHeader title="Trash" below={team && describeDays(team.trash_days)} />
      {query.isPending && <Loading label="the trash" />}
      {query.isError && (
        <ErrorPanel
          title="The trash could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && items.length === 0 && (
        <EmptyState title="The trash is empty.">
          Deleted imports and projects stay here until they are restored or purged.
        </EmptyState>
      )}
      {items.length > 0 && (
        <Table isStackedOnPhones className={classes.table} aria-label="Trash">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Project</th>
              <th scope="col">Deleted</th>
              <th scope="col">Purge date</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <TrashRow key={`${item.kind}/${item.key}`} item={item} onPurge={() => setPurged(item)} />
            ))}
          </tbody>
        </Table>
      )}
      <MoreButton query={query} label="Show more" />
      {purged && <PurgeDialog item={purged} onClose={() => setPurged(undefined)} />}
    </>
  )
}

function describeDays(days: number): string {
  const kept =
    days === 0 ? 'Deleted imports are purged within the hour.' : `Kept for ${countOf(days, 'day')}.`
  return `${kept} Purged imports cannot be restored.`
}
