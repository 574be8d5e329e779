/** Response times of the survey screens for a given number of responses. */
import type { Deps } from '@inlet/server/src/app/deps.ts'
import {
  countAnswers,
  listColumns,
  listResponses,
  type ResponseFilter,
  scoreOptions,
} from '@inlet/server/src/features/responses/responses.public.ts'
import { median } from './probe.ts'

const runs = 15

/** Copies the first part of a survey for each further part: everything that charts and pages read, in SQL. */
export async function growSurvey({ database }: Deps, surveyId: number, parts: number): Promise<void> {
  const { pool } = database
  const given = await pool.query<{ last: number }>(
    'select max(part_number) as last from answer_block where survey_id = $1',
    [surveyId],
  )
  const from = (given.rows[0]?.last ?? 1) + 1
  await pool.query(
    `insert into response (survey_id, answered_at, id, respondent_id, answers, ranks)
     select survey_id, answered_at + (part - 1) * interval '9 days', (part << 15) + (id & 32767),
       (part << 15) + (id & 32767), answers, ranks
     from generate_series($2::int, $3::int) part, response
     where survey_id = $1 and id between 32768 and 65535`,
    [surveyId, from, parts],
  )
  await pool.query(
    `insert into answer_block (survey_id, position, part_number, row_count, width, data)
     select survey_id, position, part, row_count, width, data from generate_series($2::int, $3::int) part, answer_block
     where survey_id = $1 and part_number = 1`,
    [surveyId, from, parts],
  )
  await pool.query('analyze response')
}

/** Adds thirty questions by copying the answers of one under thirty positions. */
export async function addQuestions(
  { database }: Deps,
  surveyId: number,
  first: number,
  count: number,
): Promise<void> {
  await database.pool.query(
    `insert into answer_block (survey_id, position, part_number, row_count, width, data)
     select survey_id, $2::int + i, part_number, row_count, width, data
     from generate_series(0, $3::int - 1) i, answer_block where survey_id = $1 and position = 3`,
    [surveyId, first, count],
  )
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let i = 0; i < runs; i += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

export async function chartLine({ db }: Deps, surveyId: number): Promise<string> {
  const columns = await listColumns(db, surveyId)
  const nps = columns.find(({ type }) => type === 'NPS')
  const single = columns.filter(({ type }) => type === 'Single choice').slice(0, 1)
  if (!nps || single.length === 0) throw new Error('The survey has no NPS or no choice question.')
  const filter: ResponseFilter = { options: scoreOptions(nps.position, 0, 6) }
  const { total } = await countAnswers(db, { surveyId, columns, questions: single })
  const figures = {
    one_chart_ms: await medianMs(() => countAnswers(db, { surveyId, columns, questions: single, filter })),
    all_charts_ms: await medianMs(() => countAnswers(db, { surveyId, columns, questions: columns, filter })),
    first_page_ms: await medianMs(() => listResponses(db, { surveyId, columns, limit: 50 })),
    filtered_page_ms: await medianMs(() => listResponses(db, { surveyId, columns, filter, limit: 50 })),
  }
  const values = Object.entries(figures).map(([name, ms]) => `${name}=${ms.toFixed(1)}`)
  return `charts responses=${total} questions=${columns.length} ${values.join(' ')}`
}

export async function crossFilterMs(
  { db }: Deps,
  surveyId: number,
  first: number,
  count: number,
): Promise<number> {
  const columns = await listColumns(db, surveyId)
  const questions = Array.from({ length: count }, (_, i) => ({
    position: first + i,
    type: 'Single choice' as const,
  }))
  const nps = columns.find(({ type }) => type === 'NPS')
  const filter = { options: scoreOptions(nps?.position ?? 0, 0, 6) }
  return medianMs(() =>
    countAnswers(db, { surveyId, columns: [...columns, ...questions], questions, filter }),
  )
}
