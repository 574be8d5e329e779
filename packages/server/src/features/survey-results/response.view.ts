/** Responses with option labels instead of numbers. */
import type { SurveyAnswer, SurveyResponse } from '@inlet/contract/workspace'
import type { Db } from '../../platform/db/database.ts'
import {
  findLabels,
  numberOf,
  positionOf,
  type Response,
  type SurveyColumn,
  scoreOf,
  shapeOf,
} from '../responses/responses.public.ts'

export async function viewResponses(
  db: Db,
  { surveyId, columns }: { surveyId: number; columns: readonly SurveyColumn[] },
  responses: readonly Response[],
): Promise<SurveyResponse[]> {
  const chosen = responses.flatMap(({ optionIds, ranks }) => [
    ...optionIds,
    ...ranks.map(({ optionId }) => optionId),
  ])
  const labels = await findLabels(db, surveyId, chosen)
  const scored = new Set(columns.filter(({ type }) => type === 'NPS').map(({ position }) => position))
  const word = (id: number) =>
    scored.has(positionOf(id)) ? String(scoreOf(numberOf(id))) : (labels.get(id) ?? '')
  const asked = new Set(columns.filter((one) => shapeOf(one) !== undefined).map(({ position }) => position))
  return responses.map((response) => ({
    id: response.id,
    part_number: response.partNumber,
    row: response.row,
    answered_at: response.answeredAt?.toISOString() ?? null,
    answered_text: response.answeredText,
    person: response.respondent,
    answers: viewAnswers(response, word).filter(({ position }) => asked.has(position)),
  }))
}

function viewAnswers({ optionIds, ranks, notes }: Response, word: (id: number) => string): SurveyAnswer[] {
  const placed = ranks.toSorted((a, b) => a.place - b.place).map(({ optionId }) => optionId)
  const chosen = Map.groupBy([...optionIds, ...placed], positionOf)
  return [
    ...[...chosen].map(([position, ids]) => ({ position, values: ids.map(word), is_cut: false })),
    ...notes.map(({ position, text, isCut }) => ({ position, values: [text], is_cut: isCut })),
  ].sort((a, b) => a.position - b.position)
}
