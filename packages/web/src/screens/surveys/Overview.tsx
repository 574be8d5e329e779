import { getSurvey, getSurveyOverview } from '@inlet/contract/workspace'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { queryOf } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { FilterStrip } from './FilterStrip.tsx'
import { OpenAnswers } from './OpenAnswers.tsx'
import classes from './Overview.module.css'
import { QuestionCard } from './QuestionCard.tsx'
import { isUnfiltered } from './survey-filter.ts'
import { useSurveyFilter } from './use-survey-filter.ts'

const hint = (
  <>
    Press an answer to see only those who gave it.
    <span className={classes.keys}> Shift adds another answer of the same question.</span>
  </>
)
const none: never[] = []
const firstCards = 4
const route = getRouteApi('/inside/surveys/$uploadKey/')

/** All questions in the order of the survey. Pressing a bar narrows every one of them, by one request. */
export function Overview() {
  const { uploadKey } = route.useParams()
  const { filter, search, toggle } = useSurveyFilter()
  const params = { upload_key: uploadKey }
  const { data: survey } = useQuery(queryOf(getSurvey, { params }))
  const overview = useQuery({
    ...queryOf(getSurveyOverview, { params, query: search }),
    placeholderData: keepPreviousData,
  })
  const all = overview.data?.questions ?? none
  // The first cards are painted before the others are made, which on a slow machine takes a while.
  const count = useDeferredValue(all.length, 0)
  const shown = count < all.length ? all.slice(0, Math.max(count, firstCards)) : all
  if (overview.isError && !overview.data)
    return (
      <ErrorPanel
        title="The charts could not be loaded."
        error={overview.error}
        onRetry={() => void overview.refetch()}
      />
    )
  if (!overview.data) return <Loading label="the charts" rows={4} rowHeight={180} />
  const { total, matching, questions } = overview.data
  const isFiltered = !isUnfiltered(filter)
  const picksOf = (wanted: number) =>
    filter.choices.flatMap(({ position, pick }) => (position === wanted ? [pick] : [])).join(' ')
  return (
    <>
      <FilterStrip
        questions={questions}
        matching={overview.isPlaceholderData ? undefined : matching}
        total={total}
        {...(questions.some(({ type }) => type !== 'Open-ended') && { hint })}
      />
      {overview.isError && (
        <ErrorPanel
          title="The filter could not be applied. The numbers are those from before."
          error={overview.error}
          onRetry={() => void overview.refetch()}
        />
      )}
      {total === 0 && survey?.status === 'ready' && (
        <EmptyState title="No answers yet.">The import found a header and no rows below it.</EmptyState>
      )}
      {total > 0 && questions.length === 0 && (
        <EmptyState title="No questions to chart.">
          No column was taken for a question. The answers are under Responses as far as they were kept.
        </EmptyState>
      )}
      {total > 0 && (
        <div className={classes.cards} data-stale={overview.isPlaceholderData || undefined}>
          {shown.map((card) =>
            card.type === 'Open-ended' ? (
              <OpenAnswers
                key={card.position}
                uploadKey={uploadKey}
                card={card}
                search={search}
                isIndexed={survey?.is_indexed ?? true}
              />
            ) : (
              <QuestionCard
                key={card.position}
                card={card}
                isFiltered={isFiltered}
                picks={picksOf(card.position)}
                onToggle={toggle}
              />
            ),
          )}
        </div>
      )}
    </>
  )
}
