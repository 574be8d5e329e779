/** Filters and order of the lists of records, as query parameters. */
import type { RequestOptions } from '../options.ts'
import { type Call, type Core, call } from './call.ts'
import { includeQuery } from './include.ts'

export type RecordSort = '-created_at' | 'created_at' | '-updated_at' | 'updated_at'

export interface ProjectFilter {
  /** Compared exactly. */
  externalId?: string | undefined
  /** Default: `-created_at`, newest first. */
  sort?: RecordSort | undefined
}

export interface RecordFilter extends ProjectFilter {
  projectId?: number | undefined
  /** Created at this time or later. */
  createdAfter?: Date | string | undefined
  createdBefore?: Date | string | undefined
}

/** The filters of any list. */
export type AnyFilter = RecordFilter & {
  status?: readonly string[] | undefined
  kind?: readonly string[] | undefined
  include?: readonly string[] | undefined
}

export function recordQuery(filter: AnyFilter): Record<string, string | number | undefined> {
  return {
    ...includeQuery(filter),
    project_id: filter.projectId,
    status: filter.status?.join(','),
    kind: filter.kind?.join(','),
    created_after: timeText(filter.createdAfter),
    created_before: timeText(filter.createdBefore),
    external_id: filter.externalId,
    sort: filter.sort,
  }
}

const timeText = (time: Date | string | undefined) => (time instanceof Date ? time.toISOString() : time)

type ListOperation = Extract<Call['operation'], `${string}.list`>

type CursorBody = Record<string, unknown> & { next_cursor?: string | null }

/** All records, page by page. Deep pages cost no more than the first, and a record that is added meanwhile moves no other. */
export async function* iterateRecords<Item>(
  core: Core,
  { operation, items, filter }: { operation: ListOperation; items: string; filter: AnyFilter },
  options?: RequestOptions,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null | undefined = 'start'
  while (cursor) {
    const request: Call = { operation, query: { ...recordQuery(filter), cursor } }
    const { data }: { data: CursorBody } = await call<CursorBody>(core, request, options)
    yield* data[items] as Item[]
    cursor = data.next_cursor
  }
}
