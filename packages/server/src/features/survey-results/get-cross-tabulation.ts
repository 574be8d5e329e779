import type { RouteQuery, RouteResponse } from '@inlet/contract'
import {
  type CrossOption,
  type CrossQuestion,
  maxCrossOptions,
  type getCrossTabulation as route,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import {
  type CrossSide,
  countAnswers,
  crossTabulate,
  findLabels,
  numberOf,
  type QuestionCounts,
  type SurveyColumn,
  scoreNumber,
  shapeOf,
} from '../responses/responses.public.ts'
import { readFilter } from './filter-query.ts'
import { type OpenSurvey, openSurvey } from './open-survey.ts'

type CrossType = CrossQuestion['type']

export async function getCrossTabulation(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const filter = readFilter(query)
  const survey = await openSurvey(db, principal, uploadKey)
  const { surveyId, columns: questions } = survey
  const asked = [
    requireQuestion(survey, 'rows', query.rows),
    requireQuestion(survey, 'columns', query.columns),
  ]
  if (query.rows === query.columns) throw invalidField('columns', 'must be another question than rows')
  const {
    total,
    matching,
    questions: counts,
  } = await countAnswers(db, {
    surveyId,
    questions: asked,
    columns: questions,
    filter,
  })
  const [rows, columns] = await Promise.all(asked.map((column) => openSide(db, surveyId, column, counts)))
  if (!rows || !columns) throw new Error('A question has no counts.')
  const { base, rowTotals, columnTotals, cells } = await crossTabulate(db, {
    surveyId,
    rows: rows.side,
    columns: columns.side,
    questions,
    filter,
  })
  return {
    total,
    matching,
    base,
    rows: viewQuestion(rows, rowTotals),
    columns: viewQuestion(columns, columnTotals),
    cells,
  }
}

type CrossColumn = SurveyColumn & { type: CrossType }

function requireQuestion({ columns }: OpenSurvey, field: string, position: number): CrossColumn {
  const column = columns.find((one) => one.position === position)
  if (!column || !isCrossable(column))
    throw invalidField(field, 'must be the position of a single choice, multiple choice or NPS question')
  return column
}

const crossTypes: readonly string[] = ['Single choice', 'Multi choice', 'NPS'] satisfies CrossType[]
const isCrossable = (column: SurveyColumn): column is CrossColumn => crossTypes.includes(column.type)

interface OpenedSide {
  column: CrossColumn
  side: CrossSide
  options: Omit<CrossOption, 'count'>[]
  optionCount: number
}

async function openSide(
  db: Db,
  surveyId: number,
  column: CrossColumn,
  counts: readonly QuestionCounts[],
): Promise<OpenedSide> {
  const { position, type } = column
  const groupOf = new Uint8Array(16_384)
  const shape = shapeOf(column) ?? 'one'
  if (type === 'NPS') {
    npsGroups.forEach(({ from, to }, i) => {
      groupOf.fill(i + 1, scoreNumber(from), scoreNumber(to) + 1)
    })
    const options = npsGroups.map(({ from, to, label }) => ({ pick: `s${from}-${to}`, label }))
    const side = { position, shape, groupOf, groupCount: options.length }
    return { column, side, options, optionCount: options.length }
  }
  const given = counts.find((one) => one.position === position)?.options ?? []
  const ids = mostFrequent(given)
  const labels = await findLabels(db, surveyId, ids)
  ids.forEach((id, i) => {
    groupOf[numberOf(id)] = i + 1
  })
  return {
    column,
    side: { position, shape, groupOf, groupCount: ids.length },
    options: ids.map((id) => ({ pick: String(numberOf(id)), label: labels.get(id) ?? '' })),
    optionCount: given.length,
  }
}

const npsGroups = [
  { label: 'Promoters', from: 9, to: 10 },
  { label: 'Passives', from: 7, to: 8 },
  { label: 'Detractors', from: 0, to: 6 },
]

/** By frequency among all responses, so that a filter does not change what is listed. In survey order. */
function mostFrequent(options: QuestionCounts['options']): number[] {
  return options
    .toSorted((a, b) => b.countOfAll - a.countOfAll)
    .slice(0, maxCrossOptions)
    .map(({ id }) => id)
    .sort((a, b) => a - b)
}

function viewQuestion(
  { column: { position, name, type }, options, optionCount }: OpenedSide,
  totals: readonly number[],
): CrossQuestion {
  return {
    position,
    name,
    type,
    options: options.map((option, i) => ({ ...option, count: totals[i] ?? 0 })),
    option_count: optionCount,
  }
}
