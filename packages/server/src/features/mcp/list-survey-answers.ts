import { Type } from 'typebox'
import { AppError } from '../../platform/errors.ts'
import { writeCursor } from '../../platform/http/cursor.ts'
import { openImported } from '../results/results.public.ts'
import { listSurveyNotes } from '../survey-results/survey-results.public.ts'
import { Citation } from './citation.ts'
import { clipName, clipText, codePointsIn, fitRows, maxPassageChars } from './passages.policy.ts'
import { Cursor, defineTool, Key, NextCursor, toolInput } from './tool.ts'

export const listSurveyAnswers = defineTool({
  name: 'list_survey_answers',
  title: 'List survey answers',
  description:
    'Lists the answers to an open question of a survey, newest first, each with a citation. words selects answers that contain them. Names and e-mail addresses of respondents are not included.',
  input: toolInput({
    upload_key: { ...Key, description: 'Key of the survey, from list_materials or a citation.' },
    position: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'Position of an open question, from get_survey_results.',
    }),
    words: Type.Optional(Type.String({ maxLength: 500 })),
    cursor: Cursor,
  }),
  output: Type.Object({
    name: Type.String(),
    question: Type.String(),
    answers: Type.Array(
      Type.Object({
        text: Type.String(),
        is_cut: Type.Boolean({ description: 'The answer is longer than 8,000 characters.' }),
        answered_at: Type.Union([Type.String(), Type.Null()]),
        citation: Citation,
      }),
    ),
    next_cursor: NextCursor,
  }),
  async run({ db, principal, citations }, { upload_key: key, position, words, cursor }) {
    const { row, columns } = await openImported(db, principal, key)
    const question = columns.find((one) => one.position === position && one.type === 'Open-ended')
    if (!question)
      throw new AppError('not_found', {
        message: 'The survey has no open question at this position. get_survey_results lists its questions.',
      })
    const query = { ...(words && { words }), ...(cursor && { cursor }) }
    const page = await listSurveyNotes(
      { db },
      principal,
      { upload_key: key, position: String(position) },
      query,
    )
    const source = { key, name: row.name, projectId: row.project_id }
    const answers = page.notes.map(({ text: whole, is_cut, answered_at, response_id: responseId }) => {
      const text = clipText(whole, maxPassageChars)
      const range = { start: 0, end: codePointsIn(text) }
      const citation = citations.answer(source, { responseId, position }, range)
      return { text, is_cut: is_cut || text !== whole, answered_at, citation }
    })
    const shown = fitRows(answers)
    return {
      name: clipName(row.name),
      question: clipName(question.name),
      answers: shown,
      next_cursor: shown.length < answers.length ? cursorAfter(shown.at(-1)) : page.next_cursor,
    }
  },
})

function cursorAfter(answer: { answered_at: string | null; citation: Citation } | undefined): string | null {
  return answer ? writeCursor([answer.answered_at, answer.citation.response_id]) : null
}
