import type { QuestionCard } from '@inlet/contract/workspace'
import { NpsCard, QuestionCard as Question } from '@inlet/contract/workspace'
import { Type } from 'typebox'
import { AppError } from '../../platform/errors.ts'
import { isSmallId, parseCursor, writeCursor } from '../../platform/http/cursor.ts'
import { getSurveyResults as readResults } from '../results/results.public.ts'
import { requireSnapshot } from '../surveys/surveys.public.ts'
import { clipName, clipText, fitRows } from './passages.policy.ts'
import { Cursor, defineTool, Key, NextCursor, toolInput } from './tool.ts'

const Count = Type.Integer({ minimum: 0 })
const NullableNumber = Type.Union([Type.Number(), Type.Null()])
const maxFilters = 100

/** Text of a survey is as long as its authors made it. */
const maxLabelChars = 300
const maxOptionChars = 40_000

export const getSurveyResults = defineTool({
  name: 'get_survey_results',
  title: 'Get survey results',
  description:
    'Counts the answers to each question of a survey, of all responses and of those that a filter selects, with Net Promoter Score and rankings. Lists the positions of all questions; read the answers to open questions with list_survey_answers.',
  input: toolInput({
    upload_key: { ...Key, description: 'Key of the survey, from list_materials or a citation.' },
    filter: Type.Optional(
      toolInput({
        f: Type.Optional(
          Type.Array(Type.String({ maxLength: 6_000 }), {
            maxItems: maxFilters,
            description:
              'Conditions on questions by position: "4:2,7" one of the options 2 and 7, "5:s0-6" a score from 0 to 6, "6:*" any answer. Several for one question are alternatives; all questions must match.',
          }),
        ),
        from: Type.Optional(
          Type.String({ maxLength: 40, description: 'Answered at or after this date or time.' }),
        ),
        before: Type.Optional(
          Type.String({ maxLength: 40, description: 'Answered before this date or time.' }),
        ),
        words: Type.Optional(
          Type.String({ maxLength: 500, description: 'Words that an open answer contains.' }),
        ),
      }),
    ),
    cursor: Cursor,
  }),
  output: Type.Object({
    name: Type.String(),
    total: Type.Integer({ description: 'All responses.' }),
    matching: Type.Integer({ description: 'Responses that the filter selects.' }),
    questions: Type.Array(
      Type.Object({
        position: Count,
        name: Type.String(),
        type: Question.properties.type,
        base: Type.Integer({ description: 'Responses that the rest of the filter selects.' }),
        answered: Count,
        answered_of_all: Count,
        options: Type.Array(
          Type.Object({
            number: Type.Integer({ description: 'For a filter such as "4:2".' }),
            label: Type.String(),
            count: Count,
            count_of_all: Count,
            mean_place: NullableNumber,
          }),
        ),
        option_count: Type.Integer({
          description: 'Larger than the number of options if some are left out.',
        }),
        nps: Type.Union([NpsCard, Type.Null()]),
        nps_of_all: Type.Union([NpsCard, Type.Null()]),
      }),
    ),
    url: Type.String({ description: 'Opens the survey in the workspace.' }),
    next_cursor: NextCursor,
  }),
  async run({ db, principal, publicUrl }, { upload_key: key, filter = {}, cursor }) {
    const after = readPosition(cursor)
    const { name } = await requireSnapshot(db, principal, key)
    const { total, matching, questions } = await readResults({ db }, principal, key, filter)
    const rest = questions.filter(({ position }) => position > after).map(viewQuestion)
    const shown = fitRows(rest)
    const last = shown.at(-1)
    return {
      name: clipName(name),
      total,
      matching,
      questions: shown,
      url: `${publicUrl}/surveys/${key}`,
      next_cursor: last && shown.length < rest.length ? writeCursor([last.position]) : null,
    }
  },
})

function readPosition(cursor: string | undefined): number {
  if (!cursor) return -1
  const [position] = parseCursor(cursor)
  if (position !== 0 && !isSmallId(position)) throw new AppError('invalid_cursor')
  return position
}

function viewQuestion({ options, name, ...question }: QuestionCard) {
  return { ...question, name: clipText(name, maxLabelChars), options: fitOptions(options) }
}

function fitOptions(options: QuestionCard['options']) {
  const views = options.map(({ number, label, count, count_of_all, mean_place }) => ({
    number,
    label: clipText(label, maxLabelChars),
    count,
    count_of_all,
    mean_place,
  }))
  let left = maxOptionChars
  const end = views.findIndex((view) => {
    left -= JSON.stringify(view).length + 1
    return left < 0
  })
  return end === -1 ? views : views.slice(0, end)
}
