/** Lists with a cursor: await one page, or iterate over the items of all pages with `for await`. */
import type { RequestOptions } from '../options.ts'
import { type ApiPromise, apiPromise } from './api-promise.ts'
import { type Call, type Core, call } from './call.ts'

export interface CursorQuery {
  /** Items per page, 50 by default and at most 100. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined
}

export interface CursorPage<Item> {
  readonly items: readonly Item[]
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined
}

export interface CursorPagePromise<Item> extends ApiPromise<CursorPage<Item>>, AsyncIterable<Item> {}

type Body = { next_cursor: string | null } & Record<string, unknown>

export function listByCursor<Item>(
  core: Core,
  { items, ...request }: Call & { items: string },
  options?: RequestOptions,
): CursorPagePromise<Item> {
  const fetchPage = async (cursor?: string) => {
    const query = { ...request.query, ...(cursor !== undefined && { cursor }) }
    const { data, ...answer } = await call<Body>(core, { ...request, query }, options)
    const page: CursorPage<Item> = {
      items: data[items] as Item[],
      nextCursor: data.next_cursor ?? undefined,
    }
    return { ...answer, data: page }
  }
  const first = apiPromise(fetchPage())
  return Object.assign(first, {
    async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
      let page = await first
      yield* page.items
      while (page.nextCursor !== undefined) {
        page = (await fetchPage(page.nextCursor)).data
        yield* page.items
      }
    },
  })
}
