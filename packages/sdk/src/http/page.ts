/** Lists: a page is a promise, and `for await` goes over the items of all pages. */
import type { RequestOptions } from '../options.ts'
import { type ApiPromise, apiPromise } from './api-promise.ts'
import { type Answer, type Call, type Core, call } from './call.ts'

export interface PageQuery {
  /** Items on a page, 50 at most. */
  limit?: number | undefined
  /** How many items to skip. */
  offset?: number | undefined
}

interface ListBody {
  count: number
  next: string | null
  previous: string | null
}

export class Page<Item> implements AsyncIterable<Item> {
  readonly items: readonly Item[]
  /** How many items there are over all pages. */
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

  /** The items of this page and of all that follow. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* this.items
    for (let page = await this.nextPage(); page; page = await page.nextPage()) yield* page.items
  }
}

export interface PagePromise<Item> extends ApiPromise<Page<Item>>, AsyncIterable<Item> {}

type ListOperation = Extract<Call['operation'], `${string}.list`>

export function list<Item>(
  core: Core,
  request: { operation: ListOperation; items: string; query: PageQuery; priority?: Call['priority'] },
  options?: RequestOptions,
): PagePromise<Item> {
  const { operation, items, query, priority } = request
  const promise = apiPromise(
    call<ListBody & Record<string, unknown>>(
      core,
      { operation, query: { limit: query.limit, offset: query.offset }, ...(priority && { priority }) },
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

/** Only the place is taken from the link: the token goes to no other address than the one the client was made for. */
function nextQuery(link: string | null, { limit, offset = 0 }: PageQuery): PageQuery | undefined {
  if (link === null) return undefined
  const next = Number(new URL(link).searchParams.get('offset'))
  return next > offset ? { limit, offset: next } : undefined
}
