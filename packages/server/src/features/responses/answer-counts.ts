/** Counts the answers to one question part by part: all, and those that match a filter. Pure. */
import { type AnswerBlock, valuesOf } from './answer-block.ts'
import { type BlockShape, type Question, type RowMask, shapeOf } from './response-filter.ts'
import { optionId, scoreOf } from './response-id.ts'

export interface OptionCount {
  id: number
  /** Among matching responses and among all. */
  count: number
  countOfAll: number
  /** Rankings only: the mean rank among matching responses, and how many ranked it first. */
  meanPlace?: number
  firstCount?: number
}

export interface QuestionCounts {
  position: number
  /** Responses that match the filter on all other questions, and those among them with an answer. */
  base: number
  answered: number
  answeredOfAll: number
  /** Options with answers, ordered by number. */
  options: OptionCount[]
  nps?: Nps
}

export interface Nps {
  promoters: number
  passives: number
  detractors: number
  /** -100 to 100; null without answers. */
  score: number | null
}

export interface QuestionCounter {
  add(block: AnswerBlock, fits: RowMask | undefined): void
  /** A part without a block has no answers. */
  skip(rowCount: number, fits: RowMask | undefined): void
  result(): QuestionCounts
}

/** Number of values of one byte, and of an option number. */
const narrow = 256
const wide = 16_384

export function createQuestionCounter(question: Question): QuestionCounter {
  const shape = shapeOf(question) ?? 'one'
  const state: Tally = {
    all: new Float64Array(narrow),
    fit: new Float64Array(narrow),
    places: new Float64Array(narrow),
    firsts: new Float64Array(narrow),
    base: 0,
    answered: 0,
    answeredOfAll: 0,
  }
  return {
    add(block, fits) {
      if (block.width === 2 && state.all.length === narrow) widen(state)
      state.base += fits?.count ?? block.rowCount
      countByShape[shape](state, block, fits)
    },
    skip(rowCount, fits) {
      state.base += fits?.count ?? rowCount
    },
    result() {
      const { base, answered, answeredOfAll } = state
      const counts = {
        position: question.position,
        base,
        answered,
        answeredOfAll,
        options: optionsOf(question, state),
      }
      return question.type === 'NPS' ? { ...counts, nps: npsOf(state.fit) } : counts
    },
  }
}

const countByShape: Record<BlockShape, typeof countOnes> = {
  one: countOnes,
  list: countLists,
  pairs: countRanks,
}

/** By option number; the last two are for rankings only. */
interface Tally {
  all: Float64Array
  fit: Float64Array
  places: Float64Array
  firsts: Float64Array
  base: number
  answered: number
  answeredOfAll: number
}

function widen(state: Tally): void {
  const widened = (narrowOne: Float64Array) => {
    const wideOne = new Float64Array(wide)
    wideOne.set(narrowOne)
    return wideOne
  }
  state.all = widened(state.all)
  state.fit = widened(state.fit)
  state.places = widened(state.places)
  state.firsts = widened(state.firsts)
}

function countOnes(state: Tally, block: AnswerBlock, fits: RowMask | undefined): void {
  const values = valuesOf(block)
  const { all, fit } = state
  const before = { all: all[0] ?? 0, fit: fit[0] ?? 0 }
  const { rowCount } = block
  if (fits) {
    const { rows } = fits
    for (let row = 0; row < rowCount; row += 1) {
      const value = values[row] ?? 0
      all[value] = (all[value] ?? 0) + 1
      fit[value] = (fit[value] ?? 0) + (rows[row] ?? 0)
    }
  } else {
    for (let row = 0; row < rowCount; row += 1) {
      const value = values[row] ?? 0
      all[value] = (all[value] ?? 0) + 1
      fit[value] = (fit[value] ?? 0) + 1
    }
  }
  // Index 0 counts rows without an answer.
  state.answeredOfAll += rowCount - ((all[0] ?? 0) - before.all)
  state.answered += (fits?.count ?? rowCount) - ((fit[0] ?? 0) - before.fit)
}

/** How often each option occurs, and how many rows have a list. */
function countLists(state: Tally, block: AnswerBlock, fits: RowMask | undefined): void {
  const values = valuesOf(block)
  const { all, fit } = state
  let at = 0
  for (let row = 0; row < block.rowCount; row += 1) {
    const mark = fits ? (fits.rows[row] ?? 0) : 1
    const start = at
    for (let value = values[at] ?? 0; value !== 0; value = values[++at] ?? 0) {
      all[value] = (all[value] ?? 0) + 1
      fit[value] = (fit[value] ?? 0) + mark
    }
    if (at > start) {
      state.answeredOfAll += 1
      state.answered += mark
    }
    at += 1
  }
}

function countRanks(state: Tally, block: AnswerBlock, fits: RowMask | undefined): void {
  const values = valuesOf(block)
  const { all, fit, places, firsts } = state
  let at = 0
  for (let row = 0; row < block.rowCount; row += 1) {
    const mark = fits ? (fits.rows[row] ?? 0) : 1
    const start = at
    for (let value = values[at] ?? 0; value !== 0; value = values[at] ?? 0) {
      const place = values[at + 1] ?? 0
      all[value] = (all[value] ?? 0) + 1
      fit[value] = (fit[value] ?? 0) + mark
      places[value] = (places[value] ?? 0) + mark * place
      firsts[value] = (firsts[value] ?? 0) + (place === 1 ? mark : 0)
      at += 2
    }
    if (at > start) {
      state.answeredOfAll += 1
      state.answered += mark
    }
    at += 1
  }
}

function optionsOf({ position, type }: Question, { all, fit, places, firsts }: Tally): OptionCount[] {
  if (type === 'Open-ended') return []
  const options: OptionCount[] = []
  for (let number = 1; number < all.length; number += 1) {
    const countOfAll = all[number] ?? 0
    if (countOfAll === 0) continue
    const count = fit[number] ?? 0
    const option = { id: optionId(position, number), count, countOfAll }
    if (type !== 'Ranking') options.push(option)
    else {
      const meanPlace = count === 0 ? {} : { meanPlace: (places[number] ?? 0) / count }
      options.push({ ...option, ...meanPlace, firstCount: firsts[number] ?? 0 })
    }
  }
  return options
}

function npsOf(fit: Float64Array): Nps {
  const nps = { promoters: 0, passives: 0, detractors: 0 }
  for (let number = 1; number <= 11; number += 1) {
    const count = fit[number] ?? 0
    const score = scoreOf(number)
    if (score >= 9) nps.promoters += count
    else if (score >= 7) nps.passives += count
    else nps.detractors += count
  }
  const answered = nps.promoters + nps.passives + nps.detractors
  return { ...nps, score: answered === 0 ? null : ((nps.promoters - nps.detractors) / answered) * 100 }
}
