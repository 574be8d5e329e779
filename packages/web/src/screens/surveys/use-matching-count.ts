/** How many responses match the filter, from what the tabs have loaded. */
import { getSurveyOverview } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { responsePage } from './response-page.ts'
import { readSort } from './response-sort.ts'
import type { SurveySearch } from './survey-filter.ts'

/** Undefined while no tab has counted them. Sends no request of its own. */
export function useMatchingCount(uploadKey: string, search: SurveySearch): number | undefined {
  const overview = queryOf(getSurveyOverview, { params: { upload_key: uploadKey }, query: search })
  const sort = readSort(useSearch({ strict: false }))
  const charts = useQuery({ ...overview, enabled: false })
  const page = useQuery({ ...responsePage(uploadKey, { ...search, ...sort }, 0), enabled: false })
  const latest = page.dataUpdatedAt > charts.dataUpdatedAt ? page : charts
  return latest.data?.matching
}
