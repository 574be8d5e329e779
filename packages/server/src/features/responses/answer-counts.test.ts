import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnswerBlock, createListWriter, createValueWriter, timeBlock } from './answer-block.ts'
import { createQuestionCounter } from './answer-counts.ts'
import {
  compileFilter,
  isEmpty,
  markRows,
  type Question,
  type ResponseFilter,
  scoreOptions,
} from './response-filter.ts'
import { optionId, responseId } from './response-id.ts'

/** Responses as plain objects, the reference for everything computed from blocks. */
interface Plain {
  time: number
  single: number
  score: number
  multi: number[]
  ranks: number[]
}

const questions = [
  { position: 0, type: 'Single choice' },
  { position: 1, type: 'NPS' },
  { position: 2, type: 'Multi choice' },
  { position: 3, type: 'Ranking' },
] as const satisfies Question[]

function blocksOf(rows: readonly Plain[]): Map<number, AnswerBlock> {
  const single = createValueWriter(rows.length)
  const score = createValueWriter(rows.length)
  const multi = createListWriter(1)
  const ranks = createListWriter(1)
  rows.forEach((row, i) => {
    single.set(i, row.single)
    score.set(i, row.score + 1)
    multi.add(row.multi)
    ranks.add(row.ranks.flatMap((option, place) => [option, place + 1]))
  })
  const blocks = [single, score, multi, ranks].map((writer, position) => writer.finish(position, rows.length))
  return new Map(blocks.map((block) => [block.position, block]))
}

const options = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 250, max: 10_001 }))
const plain = fc.record({
  time: fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 100 })),
  single: fc.oneof(fc.constant(0), options),
  score: fc.integer({ min: -1, max: 10 }),
  multi: fc.uniqueArray(options, { maxLength: 4 }),
  ranks: fc.uniqueArray(options, { maxLength: 4 }),
})
const filters: fc.Arbitrary<ResponseFilter> = fc.record(
  {
    options: fc.array(
      fc.oneof(
        fc.tuple(fc.constantFrom(0, 2, 3), options).map(([position, number]) => optionId(position, number)),
        fc.integer({ min: 0, max: 10 }).map((score) => scoreOptions(1, score, score)[0] ?? 0),
      ),
      { maxLength: 5 },
    ),
    answered: fc.subarray([0, 1, 2, 3]),
    answeredFrom: fc.integer({ min: 0, max: 60 }).map((ms) => new Date(ms)),
    answeredBefore: fc.integer({ min: 40, max: 101 }).map((ms) => new Date(ms)),
  },
  { requiredKeys: [] },
)

const answersOf = (row: Plain, position: number) =>
  [row.single === 0 ? [] : [row.single], row.score < 0 ? [] : [row.score + 1], row.multi, row.ranks][
    position
  ] ?? []

/** Reference implementation of the filter for a single row. */
function fits(row: Plain, filter: ResponseFilter, without?: number): boolean {
  const columns = Map.groupBy(filter.options ?? [], (id) => id >>> 14)
  for (const [position, ids] of columns) {
    if (position === without) continue
    if (!answersOf(row, position).some((number) => ids.includes(optionId(position, number)))) return false
  }
  for (const position of filter.answered ?? [])
    if (position !== without && answersOf(row, position).length === 0) return false
  if (filter.answeredFrom && !(row.time >= filter.answeredFrom.getTime())) return false
  return !(filter.answeredBefore && !(row.time < filter.answeredBefore.getTime()))
}

describe('counting answers from blocks', () => {
  it('equals counting the responses one by one, under any filter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(plain, { maxLength: 30 }), { maxLength: 3 }),
        filters,
        (parts, filter) => {
          const counters = questions.map((question) => createQuestionCounter(question))
          let matching = 0
          parts.forEach((rows, i) => {
            const byPosition = blocksOf(rows)
            const times = timeBlock(
              Float64Array.from(rows, ({ time }) => time),
              rows.length,
            )
            const part = { partNumber: i + 1, rowCount: rows.length, times, byPosition }
            const marks = isEmpty(filter)
              ? undefined
              : markRows(compileFilter(filter, questions, undefined), part)
            matching += marks?.fits.count ?? rows.length
            counters.forEach((counter, position) => {
              const block = byPosition.get(position)
              if (block) counter.add(block, marks?.fitsWithout(position))
            })
          })
          const all = parts.flat()
          expect(matching).toBe(all.filter((row) => fits(row, filter)).length)
          for (const [position, counter] of counters.entries()) {
            const base = all.filter((row) => fits(row, filter, position))
            const result = counter.result()
            expect(result.base).toBe(base.length)
            expect(result.answered).toBe(base.filter((row) => answersOf(row, position).length > 0).length)
            expect(result.answeredOfAll).toBe(all.filter((row) => answersOf(row, position).length > 0).length)
            const count = (rows: Plain[], id: number) =>
              rows.filter((row) =>
                answersOf(row, position).some((number) => optionId(position, number) === id),
              ).length
            const numbers = new Set(all.flatMap((row) => answersOf(row, position)))
            expect(result.options.map(({ id }) => id)).toEqual(
              [...numbers].sort((a, b) => a - b).map((number) => optionId(position, number)),
            )
            for (const option of result.options) {
              expect(option.count).toBe(count(base, option.id))
              expect(option.countOfAll).toBe(count(all, option.id))
            }
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('counts promoters, passives and detractors', () => {
    const writer = createValueWriter(12)
    const scores = [0, 6, 7, 8, 9, 10, 10]
    scores.forEach((score, row) => {
      writer.set(row, score + 1)
    })
    const counter = createQuestionCounter({ position: 4, type: 'NPS' })
    counter.add(writer.finish(4, 12), undefined)
    expect(counter.result()).toMatchObject({
      base: 12,
      answered: 7,
      nps: { promoters: 3, passives: 2, detractors: 2, score: expect.closeTo(100 / 7) },
    })
    expect(createQuestionCounter({ position: 4, type: 'NPS' }).result().nps?.score).toBeNull()
  })

  it('computes the mean rank of options and how often each was ranked first', () => {
    const writer = createListWriter(4)
    for (const order of [[1, 2, 3], [2, 1, 3], [2, 3, 1], []])
      writer.add(order.flatMap((option, place) => [option, place + 1]))
    const counter = createQuestionCounter({ position: 0, type: 'Ranking' })
    counter.add(writer.finish(0, 4), undefined)
    expect(counter.result()).toMatchObject({
      answered: 3,
      options: [
        { id: 1, count: 3, meanPlace: 2, firstCount: 1 },
        { id: 2, count: 3, meanPlace: 4 / 3, firstCount: 2 },
        { id: 3, count: 3, meanPlace: 8 / 3, firstCount: 0 },
      ],
    })
  })

  it('keeps only responses whose notes match', () => {
    const rows = Array.from({ length: 5 }, () => ({ time: 1, single: 1, score: 1, multi: [], ranks: [] }))
    const found = new Set([responseId(7, 1), responseId(7, 4), responseId(8, 2)])
    const part = { partNumber: 7, rowCount: 5, times: undefined, byPosition: blocksOf(rows) }
    const { fits: mask } = markRows(compileFilter({ words: 'x' }, questions, found), part)
    expect([...mask.rows]).toEqual([0, 1, 0, 0, 1])
  })

  it('matches nothing for a column that the survey does not have', () => {
    const rows = [{ time: 1, single: 1, score: 1, multi: [], ranks: [] }]
    const part = { partNumber: 1, rowCount: 1, times: undefined, byPosition: blocksOf(rows) }
    expect(markRows(compileFilter({ answered: [99] }, questions, undefined), part).fits.count).toBe(0)
  })
})
