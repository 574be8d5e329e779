/**
 * Filters, order and paging of a list of records. Values are read as they were sent: a filter that cannot be used is an
 * error, so that a typo never returns an unfiltered list.
 */
import { defaultSort, firstCursor, isExternalIdText, maxExternalIdLength, RecordSort } from '@inlet/contract'
import { AppError, invalidField } from '../errors.ts'
import { isTimestamp, parseCursor, type Timestamp, writeCursor } from './cursor.ts'
import type { Page } from './paging.ts'

export interface RecordOrder {
  by: 'created' | 'updated'
  isDescending: boolean
}

export interface RecordPosition {
  at: Timestamp
  /** The public key of the record, which breaks ties. */
  key: string
}

export interface RecordQuery {
  /** False for a request that filters nothing and pages by offset in the default order. */
  isSpecial: boolean
  projectId: number | undefined
  externalId: string | undefined
  /** RFC 3339. */
  createdFrom: string | undefined
  createdBefore: string | undefined
  /** Undefined: all. */
  statuses: readonly string[] | undefined
  kinds: readonly string[] | undefined
  order: RecordOrder
  /** Undefined for paging by offset. */
  cursor: { after: RecordPosition | undefined } | undefined
}

export interface ListSpec {
  /** Part of each cursor, because that of another list has no meaning here. */
  name: string
  statuses?: readonly string[]
  kinds?: readonly string[]
  hasTimes?: boolean
  isKey: (key: string) => boolean
}

const newParameters = [
  'project_id',
  'external_id',
  'created_after',
  'created_before',
  'status',
  'kind',
  'sort',
  'cursor',
] as const
type Parameter = (typeof newParameters)[number]

export function readRecordQuery(query: unknown, spec: ListSpec): RecordQuery {
  const given = (query ?? {}) as Record<string, unknown>
  const known = newParameters.filter((name) => isKnown(name, spec))
  const { order, cursor } = readOrder(given, spec)
  return {
    isSpecial: known.some((name) => given[name] !== undefined),
    projectId: known.includes('project_id') ? readProjectId(given['project_id']) : undefined,
    externalId: readExternalId(given['external_id']),
    createdFrom: spec.hasTimes ? readTime('created_after', given['created_after']) : undefined,
    createdBefore: spec.hasTimes ? readTime('created_before', given['created_before']) : undefined,
    statuses: spec.statuses && readWords('status', spec.statuses, given['status']),
    kinds: spec.kinds && readWords('kind', spec.kinds, given['kind']),
    order,
    cursor,
  }
}

function isKnown(name: Parameter, { statuses, kinds, hasTimes = false }: ListSpec): boolean {
  if (name === 'status') return statuses !== undefined
  if (name === 'kind') return kinds !== undefined
  return name === 'external_id' || name === 'sort' || name === 'cursor' || hasTimes
}

function readProjectId(value: unknown): number | undefined {
  if (value === undefined) return undefined
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : 0
  if (id === 0) throw invalidField('project_id', 'must be the id of a project')
  return id
}

function readExternalId(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !isExternalIdText(value))
    throw invalidField('external_id', 'must be one text without control characters')
  if (Array.from(value).length > maxExternalIdLength)
    throw invalidField('external_id', `must not have more than ${maxExternalIdLength} characters`)
  return value
}

/** The plus sign of an offset is a space if it was not encoded. */
const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d{1,9})?(?:[Zz]|([+ -])(\d\d):(\d\d))$/

/** Undefined if it is not given. */
export function readTime(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  const time = typeof value === 'string' ? toTime(value) : undefined
  if (time === undefined) throw invalidField(name, 'must be a time such as 2026-03-01T10:00:00Z')
  return time
}

/** Undefined for a time that does not exist. PostgreSQL has microseconds. */
function toTime(text: string): string | undefined {
  const [, year, month, day, clock, fraction = '', sign = '+', hours = '00', minutes = '00'] =
    dateTime.exec(text) ?? []
  if (year === undefined || Number(year) === 0 || Number(hours) > 14 || Number(minutes) > 59) return undefined
  const local = `${year}-${month}-${day}T${clock}`
  const exact = new Date(`${local}Z`)
  const isReal = !Number.isNaN(exact.getTime()) && exact.toISOString().startsWith(local)
  return isReal ? `${local}${fraction.slice(0, 7)}${sign === '-' ? '-' : '+'}${hours}:${minutes}` : undefined
}

function readWords(name: string, words: readonly string[], value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined
  const given = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : ['']))
  const wanted = new Set(given.map((word) => word.trim()))
  if (![...wanted].every((word) => words.includes(word)))
    throw invalidField(name, `must be a comma-separated list of ${words.join(', ')}`)
  return words.filter((word) => wanted.has(word))
}

function readOrder(given: Record<string, unknown>, spec: ListSpec): Pick<RecordQuery, 'order' | 'cursor'> {
  const sort = readSort(given['sort'])
  const { cursor, offset } = given
  if (cursor === undefined) return { order: toOrder(sort ?? defaultSort), cursor: undefined }
  if (offset !== undefined)
    throw invalidField('offset', 'cannot be combined with cursor; leave it out to page by cursor')
  if (cursor === firstCursor) return { order: toOrder(sort ?? defaultSort), cursor: { after: undefined } }
  const [list, sorted, at, key] = typeof cursor === 'string' ? parseCursor(cursor) : []
  const isOurs = list === spec.name && isSort(sorted) && (sort ?? sorted) === sorted
  if (!isOurs || !isTimestamp(at) || typeof key !== 'string' || !spec.isKey(key))
    throw new AppError('invalid_cursor')
  return { order: toOrder(sorted), cursor: { after: { at, key } } }
}

const isSort = (value: unknown): value is RecordSort =>
  typeof value === 'string' && (RecordSort.enum as readonly string[]).includes(value)

function readSort(value: unknown): RecordSort | undefined {
  if (value !== undefined && !isSort(value))
    throw invalidField('sort', `must be one of ${RecordSort.enum.join(', ')}`)
  return value
}

const toOrder = (sort: RecordSort): RecordOrder => ({
  by: sort.endsWith('created_at') ? 'created' : 'updated',
  isDescending: sort.startsWith('-'),
})

const toSort = ({ by, isDescending }: RecordOrder) => `${isDescending ? '-' : ''}${by}_at`

/** Expects one item more than the limit, to know whether there is a next page. */
export function cutRecords<Item>(
  items: readonly Item[],
  { limit }: Pick<Page, 'limit'>,
  { name, order }: { name: string; order: RecordOrder },
  positionOf: (item: Item) => RecordPosition,
): { items: Item[]; next_cursor: string | null } {
  const page = items.slice(0, limit)
  const last = page.at(-1)
  if (items.length <= limit || !last) return { items: page, next_cursor: null }
  const { at, key } = positionOf(last)
  return { items: page, next_cursor: writeCursor([name, toSort(order), at, key]) }
}
