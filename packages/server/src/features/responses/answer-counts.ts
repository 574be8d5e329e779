/** Counts the answers of one question, part by part: all of them, and those that fit a filter. Pure. */
import { type AnswerBlock, valuesOf } from './answer-block.ts'
import { type BlockShape, type Question, type RowMask, shapeOf } from './response-filter.ts'
import { optionId, scoreOf } from './response-id.ts'

export interface OptionCount {
  id: number
  /** Among the responses that fit the filter, and among all. */
  count: number
  countOfAll: number
  /** Rankings only: the mean place, of those that fit, and how many put it first. */
  meanPlace?: number
  firstCount?: number
}

export interface QuestionCounts {
  position: number
  /** Responses that fit the filter without what it says about this question, and those with an answer among them. */
  base: number
  answered: number
  answeredOfAll: number
  /** Options with an answer, in the order of their numbers. */
  options: OptionCount[]
  nps?: Nps
}

export interface Nps {
  promoters: number
  passives: number
  detractors: number
  /** From -100 to 100; null when nobody has answered. */
  score: number | null
}

export interface QuestionCounter {
  add(block: AnswerBlock, fits: RowMask | undefined): void
  /** A part without a block has answered nothing. */
  skip(rowCount: number, fits: RowMask | undefined): void
  result(): QuestionCounts
}

/** Every number that one byte can hold, and every number an option can have. */
const narrow = 256
const wide = 16_384

export function createQuestionCounter(question: Question): QuestionCounter {
  const shape = shapeOf(question) ?? 'one'
  const state: Tally = {
    all: new Float64Array(narrow),
    fit: new Float64Array(narrow),
    places: shape === 'pairs' ? new Float64Array(narrow) : undefined,
    firsts: shape === 'pairs' ? new Float64Array(narrow) : undefined,
    base: 0,
    answered: 0,
    answeredOfAll: 0,
  }
  return {
    add(block, fits) {
      if (block.width === 2 && state.all.length === narrow) widen(state)
      state.base += fits?.count ?? block.rowCount
      if (shape === 'one') countOnes(state, block, fits)
      else countLists(state, block, fits, shape)
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

interface Tally {
  all: Float64Array
  fit: Float64Array
  places: Float64Array | undefined
  firsts: Float64Array | undefined
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
  state.places &&= widened(state.places)
  state.firsts &&= widened(state.firsts)
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
  // Number 0 has counted those without an answer.
  state.answeredOfAll += rowCount - ((all[0] ?? 0) - before.all)
  state.answered += (fits?.count ?? rowCount) - ((fit[0] ?? 0) - before.fit)
}

function countLists(
  state: Tally,
  block: AnswerBlock,
  fits: RowMask | undefined,
  shape: Exclude<BlockShape, 'one'>,
): void {
  const values = valuesOf(block)
  const { all, fit, places, firsts } = state
  const step = shape === 'pairs' ? 2 : 1
  let at = 0
  for (let row = 0; row < block.rowCount; row += 1) {
    const mark = fits ? (fits.rows[row] ?? 0) : 1
    const start = at
    for (let value = values[at] ?? 0; value !== 0; value = values[at] ?? 0) {
      all[value] = (all[value] ?? 0) + 1
      fit[value] = (fit[value] ?? 0) + mark
      if (places && firsts) {
        const place = values[at + 1] ?? 0
        places[value] = (places[value] ?? 0) + mark * place
        if (place === 1) firsts[value] = (firsts[value] ?? 0) + mark
      }
      at += step
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
    if (!places || !firsts) options.push(option)
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
