/** The text of a document or image: pages, or all of it as a stream. */
import { Readable } from 'node:stream'
import type { listFilePages, RouteQuery, TextPages } from '@inlet/contract'
import { maxTextPages } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { tagOf } from '../../platform/http/serve-results.ts'
import { type DocumentRow, listPages } from '../documents/documents.public.ts'
import { type ResultOwner, requireText } from './require-results.ts'

const defaultPages = 50
const pageSeparator = '\f'

export async function listTextPages(
  { db }: { db: Db },
  principal: Principal,
  owner: ResultOwner,
  { from = 1, limit = defaultPages }: RouteQuery<typeof listFilePages>,
): Promise<TextPages> {
  const row = await requireText(db, principal, owner)
  // No document has as many pages, and PostgreSQL has no larger integers.
  const isInside = row.extraction_id !== null && from < 2 ** 31
  const pages = isInside ? await listPages(db, row.extraction_id ?? 0, from, limit) : []
  return { pages, page_count: row.page_count ?? 0 }
}

export async function streamText(
  { db }: { db: Db },
  principal: Principal,
  owner: ResultOwner,
): Promise<{ body: Readable; headers: Record<string, string> }> {
  const row = await requireText(db, principal, owner)
  return {
    body: Readable.from(writePages(db, row)),
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      // An extraction never changes. Its id alone could be reused after a restore.
      etag: tagOf('text', row.key, String(row.extraction_id), row.created_at.toISOString()),
    },
  }
}

/** Each read is a query of its own, so that a slow reader holds neither a connection nor a snapshot. */
async function* writePages(db: Db, { extraction_id: id }: DocumentRow): AsyncGenerator<string> {
  if (id === null) return
  for (let from = 1; ; from += maxTextPages) {
    const pages = await listPages(db, id, from, maxTextPages)
    for (const { number, text } of pages) yield number === 1 ? text : `${pageSeparator}${text}`
    if (pages.length < maxTextPages) return
  }
}
