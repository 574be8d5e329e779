import type { RouteQuery, RouteResponse } from '@inlet/contract'
import {
  maxOptionsShown,
  type NpsCard,
  type OptionCard,
  type QuestionCard,
  type getSurveyOverview as route,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  countAnswers,
  findLabels,
  numberOf,
  type OptionCount,
  type QuestionCounts,
  type SurveyColumn,
  scoreOf,
  shapeOf,
} from '../responses/responses.public.ts'
import { readFilter } from './filter-query.ts'
import { openSurvey } from './open-survey.ts'

export async function getSurveyOverview(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const filter = readFilter(query)
  const { surveyId, columns } = await openSurvey(db, principal, uploadKey)
  const questions = columns.filter((column) => shapeOf(column) !== undefined)
  const hasTimes = columns.some(({ type }) => type === 'Timestamp')
  const counts = await countAnswers(db, { surveyId, questions, columns, filter, hasTimes })
  const shown = counts.questions.map((one) => mostFrequent(one.options))
  const labels = await findLabels(
    db,
    surveyId,
    shown.flat().map(({ id }) => id),
  )
  const { total, matching, times, timesOfAll } = counts
  return {
    total,
    matching,
    answered:
      times && timesOfAll
        ? {
            first: times.first.toISOString(),
            last: times.last.toISOString(),
            first_of_all: timesOfAll.first.toISOString(),
            last_of_all: timesOfAll.last.toISOString(),
          }
        : null,
    questions: counts.questions.flatMap((one, i) => {
      const column = questions.find(({ position }) => position === one.position)
      return column ? [viewQuestion(column, one, shown[i] ?? [], labels)] : []
    }),
  }
}

/** In survey order, even when only some are shown. */
function mostFrequent(options: readonly OptionCount[]): readonly OptionCount[] {
  if (options.length <= maxOptionsShown) return options
  const kept = new Set(
    options
      .toSorted((a, b) => b.countOfAll - a.countOfAll)
      .slice(0, maxOptionsShown)
      .map(({ id }) => id),
  )
  return options.filter(({ id }) => kept.has(id))
}

function viewQuestion(
  { name, type }: SurveyColumn,
  counts: QuestionCounts,
  shown: readonly OptionCount[],
  labels: ReadonlyMap<number, string>,
): QuestionCard {
  const isScored = type === 'NPS'
  return {
    position: counts.position,
    name,
    type: type as QuestionCard['type'],
    base: counts.base,
    answered: counts.answered,
    answered_of_all: counts.answeredOfAll,
    options: shown.map((option) => viewOption(option, isScored ? undefined : labels)),
    option_count: counts.options.length,
    nps: counts.nps ?? null,
    nps_of_all: isScored ? npsOfAll(counts.options) : null,
  }
}

/** Options without labels are scores. */
function viewOption(option: OptionCount, labels: ReadonlyMap<number, string> | undefined): OptionCard {
  const number = numberOf(option.id)
  return {
    number,
    label: labels ? (labels.get(option.id) ?? '') : String(scoreOf(number)),
    count: option.count,
    count_of_all: option.countOfAll,
    mean_place: option.meanPlace ?? null,
    first_count: option.firstCount ?? null,
  }
}

function npsOfAll(options: readonly OptionCount[]): NpsCard {
  const sum = (from: number, to: number) =>
    options
      .filter(({ id }) => scoreOf(numberOf(id)) >= from && scoreOf(numberOf(id)) <= to)
      .reduce((total, { countOfAll }) => total + countOfAll, 0)
  const [promoters, passives, detractors] = [sum(9, 10), sum(7, 8), sum(0, 6)]
  const answered = promoters + passives + detractors
  const score = answered === 0 ? null : ((promoters - detractors) / answered) * 100
  return { promoters, passives, detractors, score }
}
