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
    Click an answer to filter.
    <span className={classes.keys}> Shift-click adds another answer to the same question.</span>
  </>
)
const none: never[] = []
const firstCards = 4
const route = getRouteApi('/inside/surveys/$uploadKey/')

/** All questions in survey order. Clicking a bar filters all of them with one request. */
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
  // Render the first cards before the others, which takes a while on slow machines.
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
          title="The filter could not be applied. The previous numbers are shown."
          error={overview.error}
          onRetry={() => void overview.refetch()}
        />
      )}
      {total === 0 && survey?.status === 'ready' && (
        <EmptyState title="No answers yet.">The file has a header but no rows.</EmptyState>
      )}
      {total > 0 && questions.length === 0 && (
        <EmptyState title="No questions to chart.">
          No column was imported as a question. Imported values are under Responses.
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
