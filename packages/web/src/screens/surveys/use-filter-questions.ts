/** The questions of a filter with their option labels, taken from the overview. */
import { getSurveyOverview, type QuestionCard, type SurveyColumn } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import type { SurveyFilter } from './survey-filter.ts'

type Questions = readonly Pick<QuestionCard, 'position' | 'name' | 'type' | 'options'>[]

export function useFilterQuestions(
  uploadKey: string,
  { choices }: SurveyFilter,
  columns: readonly SurveyColumn[] = [],
): Questions {
  const overview = useQuery({
    ...queryOf(getSurveyOverview, { params: { upload_key: uploadKey }, query: {} }),
    enabled: choices.some(({ pick }) => /^\d/.test(pick)),
  })
  return (
    overview.data?.questions ??
    columns.map(({ position, name }) => ({ position, name, type: 'Single choice' as const, options: [] }))
  )
}
