/** Parses the filters of a query as described in the contract. Invalid filters are rejected, never ignored. */
import type { FilterQuery } from '@inlet/contract/workspace'
import type { Static } from 'typebox'
import { invalidField } from '../../platform/errors.ts'
import {
  optionId,
  type ResponseFilter,
  type ResponseSort,
  scoreOptions,
} from '../responses/responses.public.ts'

const maxFilters = 100
const maxPosition = 100_000

export function readFilter(query: Static<typeof FilterQuery>): ResponseFilter {
  const options: number[] = []
  const answered: number[] = []
  for (const text of [query.f ?? []].flat().slice(0, maxFilters)) {
    const read = readColumnFilter(text)
    options.push(...read.options)
    answered.push(...read.answered)
  }
  const answeredFrom = readTime('from', query.from)
  const answeredBefore = readTime('before', query.before)
  const { words = '' } = query
  return {
    options,
    answered,
    ...(answeredFrom && { answeredFrom }),
    ...(answeredBefore && { answeredBefore }),
    ...(words !== '' && { words }),
  }
}

/** `time` or the position of a column, with a leading minus for descending. */
export function readSort(text: string | undefined): ResponseSort | undefined {
  if (text === undefined) return undefined
  const match = /^(-?)(?:(time)|(\d{1,6}))$/.exec(text)
  if (!match) throw invalidField('sort', 'must be time or the position of a column, such as -time or 5')
  const [, minus, time, position] = match
  return { by: time ? 'time' : Number(position), isDescending: minus === '-' }
}

function readColumnFilter(text: string): { options: number[]; answered: number[] } {
  const match = /^(\d{1,6}):(?:(\*)|s(\d{1,2})-(\d{1,2})|(\d{1,5}(?:,\d{1,5}){0,999}))$/.exec(text)
  const position = Number(match?.[1] ?? Number.NaN)
  if (!match || position > maxPosition)
    throw invalidField('f', 'must be like 4:2,7 for options, 5:s0-6 for scores or 6:* for any answer')
  const [, , any, from, to, numbers] = match
  if (any) return { options: [], answered: [position] }
  if (numbers !== undefined) return { options: readNumbers(position, numbers), answered: [] }
  const low = Number(from)
  const high = Number(to)
  if (low > high || high > 10) throw invalidField('f', 'must have scores from 0 to 10')
  return { options: scoreOptions(position, low, high), answered: [] }
}

function readNumbers(position: number, numbers: string): number[] {
  return numbers.split(',').map((number) => {
    if (Number(number) < 1 || Number(number) > 16_383)
      throw invalidField('f', 'must have options of the survey')
    return optionId(position, Number(number))
  })
}

function readTime(name: string, text = ''): Date | undefined {
  if (text === '') return undefined
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime())) throw invalidField(name, 'must be a date or a time, such as 2026-10-01')
  return time
}
