/**
 * The filter of a survey, kept in the URL in the format of the contract: `f=4:2,7` one of two options, `f=5:s0-6`
 * a score from 0 to 6, `f=6:*` any answer.
 */

/** One selected bar. `pick` is an option number, a score range (`s0-6`) or `*`. */
export interface Choice {
  position: number
  pick: string
}

export interface SurveyFilter {
  /** In the order of selection, so that the last can be undone. */
  choices: readonly Choice[]
  from?: string
  before?: string
  words?: string
}

/** The filter as URL search params. */
export interface SurveySearch {
  f?: string[]
  from?: string
  before?: string
  words?: string
}

const columnFilter = /^(\d{1,6}):(\*|s\d{1,2}-\d{1,2}|\d{1,5}(?:,\d{1,5}){0,999})$/
const day = /^\d{4}-\d\d-\d\d/
/** The server's limit. */
const maxFilters = 100

/** Ignores invalid params. */
export function readSurveySearch(search: Record<string, unknown>): SurveySearch {
  const given = search['f']
  const all = (Array.isArray(given) ? (given as unknown[]) : [given]).filter(
    (one): one is string => typeof one === 'string' && columnFilter.test(one),
  )
  const { from, before } = search
  const words = typeof search['words'] === 'number' ? String(search['words']) : search['words']
  return {
    ...(all.length > 0 && { f: all.slice(0, maxFilters) }),
    ...(typeof from === 'string' && day.test(from) && { from }),
    ...(typeof before === 'string' && day.test(before) && { before }),
    ...(typeof words === 'string' && words.trim() !== '' && { words: words.slice(0, 500) }),
  }
}

export function readFilter({ f = [], ...rest }: SurveySearch): SurveyFilter {
  const choices = f.flatMap((text) => {
    const [position = '', picks = ''] = text.split(':')
    return picks.split(',').map((pick) => ({ position: Number(position), pick }))
  })
  return { choices, ...rest }
}

export function writeFilter({ choices, ...rest }: SurveyFilter): SurveySearch {
  const f: string[] = []
  let last: Choice | undefined
  for (const choice of choices) {
    const canJoin = last?.position === choice.position && isOption(last) && isOption(choice)
    if (canJoin) f.push(`${f.pop()},${choice.pick}`)
    else f.push(`${choice.position}:${choice.pick}`)
    last = choice
  }
  return { ...(f.length > 0 && { f }), ...rest }
}

const isOption = ({ pick }: Choice) => /^\d/.test(pick)

export const isChosen = ({ choices }: SurveyFilter, { position, pick }: Choice): boolean =>
  choices.some((one) => one.position === position && one.pick === pick)

/** Deselects a selected bar. A new one replaces the selection of its question, or extends it. */
export function toggleChoice(filter: SurveyFilter, choice: Choice, isAdding: boolean): SurveyFilter {
  if (isChosen(filter, choice)) return removeChoice(filter, choice)
  const kept = isAdding
    ? filter.choices
    : filter.choices.filter(({ position }) => position !== choice.position)
  return { ...filter, choices: [...kept, choice] }
}

export function removeChoice(filter: SurveyFilter, { position, pick }: Choice): SurveyFilter {
  const choices = filter.choices.filter((one) => one.position !== position || one.pick !== pick)
  return { ...filter, choices }
}

/** Removes bars first, latest first, then words and dates. */
export function removeLast(filter: SurveyFilter): SurveyFilter {
  if (filter.choices.length > 0) return { ...filter, choices: filter.choices.slice(0, -1) }
  const { words, before, from, choices } = filter
  if (words !== undefined) return { choices, ...(from && { from }), ...(before && { before }) }
  return before !== undefined && from !== undefined ? { choices, from } : { choices }
}

export const isUnfiltered = ({ choices, from, before, words }: SurveyFilter): boolean =>
  choices.length === 0 && from === undefined && before === undefined && words === undefined
