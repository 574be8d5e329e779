/** One implementation of the contract's lists: in the default order without filters, or with any of them. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Page, type PageLinks, pageLinks } from '../../platform/http/paging.ts'
import { cutRecords, type RecordQuery } from '../../platform/http/record-query.ts'
import { type Listed, listRecords, type RecordList, type RecordSearch } from './record-lists.repo.ts'

export interface ListRequest {
  /** The name of the list in its cursors. */
  name: string
  query: RecordQuery
  page: Page
  requestUrl: string
}

/** What depends on the kind of record. */
export interface RecordSource<Item> {
  list: RecordList
  groups: (
    principal: Principal,
    query: RecordQuery,
  ) => Pick<RecordSearch, 'groups' | 'isGrouped' | 'otherGroups'>
  /** The list as it is without any of the new parameters. */
  listPlain: (db: Db, principal: Principal, page: Page) => Promise<{ count: number; items: Item[] }>
}

export type ListEnd = PageLinks | { next_cursor: string | null }

export async function listWithQuery<Item>(
  { db, publicUrl }: { db: Db; publicUrl: string },
  principal: Principal,
  source: RecordSource<Item>,
  { name, query, page, requestUrl }: ListRequest,
): Promise<{ items: Item[]; end: ListEnd }> {
  if (!query.isSpecial) {
    const { items, count } = await source.listPlain(db, principal, page)
    return { items, end: pageLinks(publicUrl, requestUrl, page, count) }
  }
  const search: RecordSearch = {
    ...query,
    ...source.groups(principal, query),
    after: query.cursor?.after,
    limit: page.limit + (query.cursor ? 1 : 0),
    offset: query.cursor ? 0 : page.offset,
    isCounted: query.cursor === undefined,
  }
  const { items, count } = await listRecords<Item>(db, principal, source.list, search)
  if (!query.cursor) return { items, end: pageLinks(publicUrl, requestUrl, page, count ?? 0) }
  const cut = cutRecords<Listed<Item>>(items, page, { name, order: query.order }, (item) => ({
    at: item.cursor_at,
    key: item.cursor_key,
  }))
  return { items: cut.items, end: { next_cursor: cut.next_cursor } }
}
