/** Variables of a survey: one for each question, or for each option of a question with several answers. */
import type { CaseValue, QdeVariable, VariableType } from '@inlet/refi-qda'
import {
  listOptions,
  numberOf,
  positionOf,
  type Response,
  type SurveyColumn,
  scoreOf,
  shapeOf,
} from '../../responses/responses.public.ts'
import type { OpenSurvey } from '../../survey-results/survey-results.public.ts'
import { guidOf, type QdpxReading } from './qdpx-reading.ts'

export interface CaseField {
  variable: QdeVariable
  read: (response: Response) => CaseValue | null
}

/** Questions with more options are one variable with text. */
const maxOptionVariables = 100

export async function caseFields(
  reading: QdpxReading,
  { row, surveyId, columns }: OpenSurvey,
  { survey, hasAnswerTexts }: { survey: string; hasAnswerTexts: boolean },
): Promise<CaseField[]> {
  const options = Map.groupBy(await listOptions(reading.tx, surveyId), ({ position }) => position)
  const field = (
    id: string,
    { name, type }: { name: string; type: VariableType },
    read: CaseField['read'],
  ): CaseField => {
    const guid = guidOf('survey', row.upload_key, 'variable', id)
    const variable = { guid, name: reading.nameVariable(name, survey), type, description: survey }
    return { variable, read }
  }
  const questionFields = (column: SurveyColumn): CaseField[] => {
    const { position, type } = column
    const labels = options.get(position) ?? []
    const add = (suffix: string, name: string, kind: VariableType, read: CaseField['read']) =>
      field(`${position}${suffix}`, { name, type: kind }, read)
    if (type === 'Open-ended')
      return hasAnswerTexts ? [] : [add('', column.name, 'Text', (response) => noteOf(response, position))]
    if (type === 'NPS') return [add('', column.name, 'Integer', (response) => scoreAt(response, position))]
    if (type === 'Single choice' || labels.length > maxOptionVariables) {
      const label = new Map(labels.map(({ number, label: text }) => [number, text]))
      return [add('', column.name, 'Text', (response) => listOf(response, position, label))]
    }
    return labels.map(({ number, label }) =>
      type === 'Ranking'
        ? add(`:${number}`, `${column.name}: ${label}`, 'Integer', (response) =>
            placeOf(response, position, number),
          )
        : add(`:${number}`, `${column.name}: ${label}`, 'Boolean', (response) =>
            isChosen(response, position, number),
          ),
    )
  }
  return [
    field('respondent', { name: 'Respondent ID', type: 'Integer' }, ({ respondent }) => respondent.id),
    field('answered', { name: 'Answered at', type: 'DateTime' }, ({ answeredAt }) => answeredAt),
    ...(reading.hasPeople
      ? [
          field('name', { name: 'Name', type: 'Text' }, ({ respondent }) => respondent.name),
          field('email', { name: 'E-mail', type: 'Text' }, ({ respondent }) => respondent.email),
        ]
      : []),
    ...columns.filter((column) => shapeOf(column) !== undefined).flatMap(questionFields),
  ]
}

export const noteOf = ({ notes }: Response, position: number): string | null =>
  notes.find((note) => note.position === position)?.text ?? null

const chosenOf = ({ optionIds }: Response, position: number): number[] =>
  optionIds.filter((id) => positionOf(id) === position).map(numberOf)

function scoreAt(response: Response, position: number): number | null {
  const [number] = chosenOf(response, position)
  return number === undefined ? null : scoreOf(number)
}

/** Null if the question was not answered. */
function isChosen(response: Response, position: number, number: number): boolean | null {
  const numbers = chosenOf(response, position)
  return numbers.length === 0 ? null : numbers.includes(number)
}

const placeOf = ({ ranks }: Response, position: number, number: number): number | null =>
  ranks.find(({ optionId }) => positionOf(optionId) === position && numberOf(optionId) === number)?.place ??
  null

function listOf(response: Response, position: number, labels: ReadonlyMap<number, string>): string | null {
  const ranked = response.ranks
    .toSorted((a, b) => a.place - b.place)
    .map(({ optionId }) => optionId)
    .filter((id) => positionOf(id) === position)
    .map(numberOf)
  const numbers = [...chosenOf(response, position), ...ranked]
  return numbers.length === 0 ? null : numbers.map((number) => labels.get(number) ?? '').join('; ')
}
