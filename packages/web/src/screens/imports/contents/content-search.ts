/** Filters and order of the contents of a project, as they are kept in the URL. */
import {
  type ImportFilter,
  importFilters,
  type MaterialGroup,
  type MaterialSort,
  materialKinds,
  materialSorts,
} from '@inlet/contract/workspace'
import { wholeOf } from '../../../links/url-values.ts'
import { createdBetween, readDay } from '../../../ui/format/day.ts'

export interface ContentSearch {
  kind?: MaterialGroup | undefined
  show?: ImportFilter | undefined
  /** The user who imported. */
  by?: number | undefined
  /** Days of the local calendar, both included. */
  from?: string | undefined
  to?: string | undefined
  sort?: MaterialSort | undefined
  /** The import whose details are open. */
  open?: string | undefined
}

const groups: readonly MaterialGroup[] = [...materialKinds, 'recording']

/** Invalid values are set to undefined, because the router passes through keys that are left out. */
export function readContentSearch(given: Record<string, unknown>): ContentSearch {
  const { kind, show, by, from, to, sort, open } = given
  return {
    kind: groups.find((group) => group === kind),
    show: importFilters.find((filter) => filter === show),
    by: wholeOf(by, 1),
    from: readDay(from),
    to: readDay(to),
    sort: materialSorts.find((one) => one === sort),
    open: typeof open === 'string' ? open : undefined,
  }
}

export function queryOfContents(projectId: number, search: ContentSearch) {
  const { kind, show, by, from, to, sort } = search
  return {
    project_id: projectId,
    ...(kind && { kind }),
    ...(show && { filter: show }),
    ...(by && { imported_by: by }),
    ...createdBetween(from, to),
    ...(sort && { sort }),
  }
}

export const isFiltered = ({ show, by, from, to }: ContentSearch): boolean =>
  (show !== undefined && show !== 'all') || by !== undefined || from !== undefined || to !== undefined

type SortKey = 'name' | 'duration' | 'size' | 'created_at'

export const sortLabels: Record<MaterialSort, string> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-size': 'Largest first',
  size: 'Smallest first',
  '-duration': 'Longest first',
  duration: 'Shortest first',
}

/** What to sort by after a click on a heading: its usual direction first, then the other one. */
export function nextSort(current: MaterialSort, key: SortKey): MaterialSort {
  const first: MaterialSort = key === 'name' ? 'name' : `-${key}`
  const second: MaterialSort = key === 'name' ? '-name' : key
  return current === first ? second : first
}

export const sortDirection = (
  current: MaterialSort,
  key: SortKey,
): 'ascending' | 'descending' | undefined => {
  if (current === key) return 'ascending'
  return current === `-${key}` ? 'descending' : undefined
}

/** Only recordings have a duration. */
export const sortsFor = (kind: MaterialGroup | undefined): MaterialSort[] =>
  materialSorts.filter((sort) => kind === 'recording' || !sort.endsWith('duration'))
