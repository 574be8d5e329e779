/** Computes all charts of a survey in one pass over its blocks. */
import type { Db } from '../../platform/db/database.ts'
import { timePosition } from './answer-block.ts'
import { createQuestionCounter, type QuestionCounts } from './answer-counts.ts'
import { listPartSizes, readBlocks } from './blocks.repo.ts'
import { findResponsesSaying } from './notes.repo.ts'
import {
  compileFilter,
  isEmpty,
  markRows,
  type Question,
  type ResponseFilter,
  shapeOf,
} from './response-filter.ts'
import { createTimeSpans, type TimeSpan } from './time-spans.ts'

export interface CountAnswers {
  surveyId: number
  /** The columns to count; `columns` must include every column of the filter. */
  questions: readonly Question[]
  columns: readonly Question[]
  filter?: ResponseFilter
  /** Whether to include response times. */
  hasTimes?: boolean
}

export interface AnswerCounts {
  total: number
  /** Responses that match the whole filter. */
  matching: number
  questions: QuestionCounts[]
  /** Of the matching and of all responses; undefined when no time is known or none was requested. */
  times: TimeSpan | undefined
  timesOfAll: TimeSpan | undefined
}

export async function countAnswers(
  db: Db,
  { surveyId, questions, columns, filter = {}, hasTimes = false }: CountAnswers,
): Promise<AnswerCounts> {
  const counted = questions.filter((question) => shapeOf(question) !== undefined)
  const counters = counted.map(createQuestionCounter)
  const found = await findResponsesSaying(db, surveyId, filter.words)
  const rowFilter = isEmpty(filter) ? undefined : compileFilter(filter, columns, found)
  const positions = new Set(counted.map(({ position }) => position))
  for (const { position } of rowFilter?.columns ?? []) positions.add(position)
  if (rowFilter?.hasTimes || hasTimes) positions.add(timePosition)
  const spans = createTimeSpans()
  const parts = await listPartSizes(db, surveyId)
  let total = 0
  let matching = 0
  for await (const part of readBlocks(db, surveyId, [...positions], parts)) {
    const marks = rowFilter && markRows(rowFilter, part)
    total += part.rowCount
    matching += marks ? marks.fits.count : part.rowCount
    if (hasTimes && part.times) spans.add(part.times, marks?.fits)
    counted.forEach(({ position }, i) => {
      const block = part.byPosition.get(position)
      const fits = marks?.fitsWithout(position)
      if (block) counters[i]?.add(block, fits)
      else counters[i]?.skip(part.rowCount, fits)
    })
  }
  return { total, matching, questions: counters.map((counter) => counter.result()), ...spans.result() }
}
