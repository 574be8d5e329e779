/** Lists: await one page, or iterate over the items of all pages with `for await`. */
import type { RequestOptions } from '../options.ts'
import { type ApiPromise, apiPromise } from './api-promise.ts'
import { type Answer, type Call, type Core, call } from './call.ts'
import { type AnyFilter, recordQuery } from './record-query.ts'

export interface PageQuery {
  /** Items per page, at most 50. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

/** `include`: groups of fields to add to each item. */
type ListQuery = PageQuery & AnyFilter

interface ListBody {
  count: number
  next: string | null
  previous: string | null
}

export class Page<Item> implements AsyncIterable<Item> {
  readonly items: readonly Item[]
  /** Total number of items on all pages. */
  readonly count: number
  readonly #fetchNext: (() => PagePromise<Item>) | undefined

  constructor(items: readonly Item[], count: number, fetchNext: (() => PagePromise<Item>) | undefined) {
    this.items = items
    this.count = count
    this.#fetchNext = fetchNext
  }

  get hasNext(): boolean {
    return this.#fetchNext !== undefined
  }

  /** Null after the last page. */
  async nextPage(): Promise<Page<Item> | null> {
    return this.#fetchNext ? await this.#fetchNext() : null
  }

  /** The items of this page and all later pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* this.items
    for (let page = await this.nextPage(); page; page = await page.nextPage()) yield* page.items
  }
}

export interface PagePromise<Item> extends ApiPromise<Page<Item>>, AsyncIterable<Item> {}

type ListOperation = Extract<Call['operation'], `${string}.list`>

export function list<Item>(
  core: Core,
  request: { operation: ListOperation; items: string; query: ListQuery; priority?: Call['priority'] },
  options?: RequestOptions,
): PagePromise<Item> {
  const { operation, items, query, priority } = request
  const promise = apiPromise(
    call<ListBody & Record<string, unknown>>(
      core,
      {
        operation,
        query: { limit: query.limit, offset: query.offset, ...recordQuery(query) },
        ...(priority && { priority }),
      },
      options,
    ).then(({ data, ...answer }): Answer<Page<Item>> => {
      const next = nextQuery(data.next, query)
      const fetchNext = next && (() => list<Item>(core, { ...request, query: next }, options))
      return { ...answer, data: new Page(data[items] as Item[], data.count, fetchNext) }
    }),
  )
  return Object.assign(promise, {
    async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
      yield* await promise
    },
  })
}

/** Takes only the offset from the link, so that the token is never sent to another address. */
function nextQuery(link: string | null, query: ListQuery): ListQuery | undefined {
  if (link === null) return undefined
  const next = Number(new URL(link).searchParams.get('offset'))
  return next > (query.offset ?? 0) ? { ...query, offset: next } : undefined
}
