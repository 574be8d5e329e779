/** A survey with the paths of its results, its columns and its counts. */
import {
  type ResultColumn,
  type RouteQuery,
  type RouteResponse,
  resultsPrefix,
  type getSurveyResults as route,
  type SurveyRecord,
} from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { extendedTagOf } from '../../platform/http/etag.ts'
import { countAnswers, listOptions, numberOf, scoreOf, shapeOf } from '../responses/responses.public.ts'
import { getSurveyOverview, openSurvey } from '../survey-results/survey-results.public.ts'
import { includeColumns, requireSnapshot, viewSurveyRecord } from '../surveys/surveys.public.ts'
import { openImported, requireImported } from './open-results.ts'

export async function getSurveyRecord(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
): Promise<{ record: SurveyRecord; etag: string }> {
  const survey = await requireSnapshot(db, principal, uploadKey)
  const path = `${resultsPrefix}/surveys/${survey.upload_key}`
  const record = {
    upload_key: survey.upload_key,
    survey_key: survey.survey_key,
    project_id: survey.project_id,
    name: survey.name,
    external_id: survey.external_id,
    metadata: survey.metadata,
    created_at: survey.created_at.toISOString(),
    updated_at: survey.updated_at.toISOString(),
    completed_at: survey.completed_at?.toISOString() ?? null,
    status: survey.status,
    response_count: survey.response_count,
    num_parts: survey.part_count,
    links: {
      status: `${resultsPrefix}/import/surveys/${survey.upload_key}/status`,
      columns: `${path}/columns`,
      responses: `${path}/responses`,
      results: `${path}/results`,
      media: `${path}/media`,
      respondents: `${path}/respondents`,
    },
  }
  return { record, etag: extendedTagOf(viewSurveyRecord(survey), record) }
}

export async function listColumns(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
): Promise<{ columns: ResultColumn[] }> {
  const snapshot = await requireSnapshot(db, principal, uploadKey)
  requireImported(snapshot)
  const [{ columns }, options] = await Promise.all([
    includeColumns(db, snapshot),
    countOptions(db, principal, uploadKey),
  ])
  return {
    columns: (columns ?? []).map((column) => ({ ...column, options: options.get(column.position) ?? null })),
  }
}

type Options = NonNullable<ResultColumn['options']>

async function countOptions(
  db: Db,
  principal: Principal,
  uploadKey: string,
): Promise<ReadonlyMap<number, Options>> {
  const { surveyId, columns } = await openSurvey(db, principal, uploadKey)
  const questions = columns.filter((column) => shapeOf(column) && column.type !== 'Open-ended')
  const counts = await countAnswers(db, { surveyId, questions, columns })
  const named = await listOptions(
    db,
    surveyId,
    questions.map(({ position }) => position),
  )
  const labels = new Map(named.map(({ position, number, label }) => [`${position}:${number}`, label]))
  const scored = new Set(questions.filter(({ type }) => type === 'NPS').map(({ position }) => position))
  return new Map(
    counts.questions.map(({ position, options }) => [
      position,
      options.map(({ id, count }) => {
        const number = numberOf(id)
        const label = scored.has(position) ? String(scoreOf(number)) : labels.get(`${position}:${number}`)
        return { number, label: label ?? '', count }
      }),
    ]),
  )
}

export async function getSurveyResults(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  await openImported(db, principal, uploadKey)
  const { total, matching, questions } = await getSurveyOverview({ db }, principal, uploadKey, query)
  return { total, matching, questions }
}
