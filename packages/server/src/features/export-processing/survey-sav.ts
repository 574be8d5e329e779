/** A survey as an SPSS file: a variable for each question, or for each option of a question with several answers. */
import {
  listOptions,
  numberOf,
  positionOf,
  type Response,
  type SurveyColumn,
  scoreOf,
  shapeOf,
} from '../responses/responses.public.ts'
import type { OpenSurvey } from '../survey-results/survey-results.public.ts'
import type { ProjectReading } from './project-reading.ts'
import { createSavRows, type SavValue, type SavVariable, savHeader } from './sav-file.ts'

/** Collected while the responses are written as JSON: a file in this format begins with counts and lengths. */
export interface TableSizes {
  rows: number
  /** Bytes of the longest answer to each question, by its position, and of `name` and `email`. */
  longest: Map<number | 'name' | 'email', number>
}

export const noSizes = (): TableSizes => ({ rows: 0, longest: new Map() })

export function measure({ longest }: TableSizes, key: number | 'name' | 'email', text: string): void {
  longest.set(key, Math.max(longest.get(key) ?? 0, Buffer.byteLength(text)))
}

/** Questions with more options are written as text. */
const maxOptionVariables = 100

interface Field {
  variable: SavVariable
  read: (response: Response) => SavValue
}

type Label = readonly [number: number, label: string]

export async function* savTable(
  { tx, hasPeople, asOf }: ProjectReading,
  survey: OpenSurvey,
  { sizes, responses }: { sizes: TableSizes; responses: AsyncIterable<readonly Response[]> },
): AsyncGenerator<Uint8Array> {
  const options = Map.groupBy(await listOptions(tx, survey.surveyId), ({ position }) => position)
  const labelsOf = (position: number): Label[] =>
    (options.get(position) ?? []).map(({ number, label }) => [number, label])
  const questions = survey.columns.filter((column) => shapeOf(column) !== undefined)
  const fields = [
    ...rowFields,
    ...(hasPeople ? personFields(sizes) : []),
    ...questions.flatMap((column) => questionFields(column, labelsOf(column.position), sizes)),
  ]
  const variables = fields.map(({ variable }) => variable)
  yield savHeader(variables, asOf, sizes.rows)
  const rows = createSavRows(variables)
  for await (const some of responses)
    yield Buffer.concat(some.map((response) => rows.row(fields.map(({ read }) => read(response)))))
  yield rows.end()
}

const rowFields: readonly Field[] = [
  { variable: { name: 'part', label: 'Part', type: 'number' }, read: ({ partNumber }) => partNumber },
  { variable: { name: 'row', label: 'Row', type: 'number' }, read: ({ row }) => row },
  {
    variable: { name: 'answered_at', label: 'Answered at', type: 'time' },
    read: ({ answeredAt }) => answeredAt,
  },
]

const personFields = (sizes: TableSizes): Field[] => [
  {
    variable: textVariable('name', 'Name', sizes.longest.get('name')),
    read: ({ respondent }) => respondent.name,
  },
  {
    variable: textVariable('email', 'E-mail', sizes.longest.get('email')),
    read: ({ respondent }) => respondent.email,
  },
]

const textVariable = (name: string, label: string, bytes = 1): SavVariable => ({
  name,
  label,
  type: { bytes },
})

interface Question {
  position: number
  name: string
  label: string
  options: readonly Label[]
  /** Bytes of the longest answer. */
  longest: number | undefined
}

function questionFields(
  { position, name: label, type }: SurveyColumn,
  options: readonly Label[],
  { longest }: TableSizes,
): Field[] {
  const question = { position, name: `q${position + 1}`, label, options, longest: longest.get(position) }
  const isWide = options.length > maxOptionVariables
  if (type === 'Open-ended') return [openField(question)]
  if (type === 'NPS') return [scoreField(question)]
  if (type === 'Single choice') return [choiceField(question)]
  if (isWide) return [listField(question)]
  return type === 'Ranking' ? rankFields(question) : optionFields(question)
}

const chosenOf = ({ optionIds }: Response, position: number): number[] =>
  optionIds.filter((id) => positionOf(id) === position).map(numberOf)

const openField = ({ position, name, label, longest }: Question): Field => ({
  variable: textVariable(name, label, longest),
  read: ({ notes }) => notes.find((note) => note.position === position)?.text ?? null,
})

const scoreField = ({ position, name, label }: Question): Field => ({
  variable: { name, label, type: 'number' },
  read(response) {
    const [number] = chosenOf(response, position)
    return number === undefined ? null : scoreOf(number)
  },
})

const choiceField = ({ position, name, label, options }: Question): Field => ({
  variable: { name, label, type: 'number', valueLabels: options },
  read: (response) => chosenOf(response, position)[0] ?? null,
})

function listField({ position, name, label, options, longest }: Question): Field {
  const text = new Map(options)
  return {
    variable: textVariable(name, label, longest),
    read: (response) =>
      orderOf(response, position)
        .map((number) => text.get(number) ?? '')
        .join('; '),
  }
}

const optionVariable = ({ name, label }: Question, [number, option]: Label) =>
  ({ name: `${name}_${number}`, label: `${label}: ${option}`, type: 'number' }) as const

const rankFields = (question: Question): Field[] =>
  question.options.map((option) => ({
    variable: optionVariable(question, option),
    read: ({ ranks }) => placeOf(ranks, question.position, option[0]),
  }))

const optionFields = (question: Question): Field[] =>
  question.options.map((option) => ({
    variable: {
      ...optionVariable(question, option),
      valueLabels: [
        [0, 'Not chosen'],
        [1, option[1]],
      ],
    },
    read(response) {
      const numbers = chosenOf(response, question.position)
      return numbers.length === 0 ? null : Number(numbers.includes(option[0]))
    },
  }))

function placeOf(ranks: Response['ranks'], position: number, number: number): number | null {
  const rank = ranks.find(
    ({ optionId }) => positionOf(optionId) === position && numberOf(optionId) === number,
  )
  return rank?.place ?? null
}

/** Chosen options, or ranked ones in the order of their places. */
function orderOf({ optionIds, ranks }: Response, position: number): number[] {
  const ranked = ranks.toSorted((a, b) => a.place - b.place).map(({ optionId }) => optionId)
  return [...optionIds, ...ranked].filter((id) => positionOf(id) === position).map(numberOf)
}
