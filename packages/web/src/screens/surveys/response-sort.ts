/** The sorting of responses in the URL: `time` or the position of a question, with a leading minus for descending. Pure. */
import type { SurveySearch } from './survey-filter.ts'

export interface ResponsesSearch extends SurveySearch {
  /** Default: newest first. */
  sort?: string
}

const pattern = /^-?(?:time|\d{1,6})$/

/** Ignores an invalid value. Positions arrive as numbers. */
export function readSort({ sort }: Record<string, unknown>): Pick<ResponsesSearch, 'sort'> {
  const text = typeof sort === 'number' ? String(sort) : sort
  return typeof text === 'string' && pattern.test(text) && text !== '-time' ? { sort: text } : {}
}

/** For aria-sort. */
export function directionOf(sort: string | undefined, key: string): 'ascending' | 'descending' | 'none' {
  const current = sort ?? '-time'
  if (current === key) return 'ascending'
  return current === `-${key}` ? 'descending' : 'none'
}

/** A header sorts ascending, then descending, then newest first again. The time begins with newest first. */
export function nextSort(sort: string | undefined, key: string): string | undefined {
  const direction = directionOf(sort, key)
  if (key === 'time') return direction === 'descending' ? 'time' : undefined
  return { none: key, ascending: `-${key}`, descending: undefined }[direction]
}
