/** Refetches one import and updates every list that shows it. */
import { getImport, type Import, listImports } from '@inlet/contract/workspace'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { isInletError } from '../api/api-error.ts'
import type { CallResult } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'

type Pages = InfiniteData<CallResult<typeof listImports>>

export async function refreshImport(
  client: QueryClient,
  { kind, key }: { kind: string; key: string },
): Promise<Import | undefined> {
  try {
    const fresh = await client.fetchQuery({ ...queryOf(getImport, { params: { kind, key } }), staleTime: 0 })
    client.setQueriesData<Pages>({ queryKey: [listImports.operationId] }, (pages) => patch(pages, fresh))
    return fresh
  } catch (error) {
    // It was deleted or is no longer shared; the refetched lists reflect that.
    if (isInletError(error)) return undefined
    throw error
  }
}

function patch(pages: Pages | undefined, fresh: Import): Pages | undefined {
  if (!pages?.pages.some((page) => page.imports.some((item) => isSame(item, fresh)))) return pages
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      imports: page.imports.map((item) => (isSame(item, fresh) ? fresh : item)),
    })),
  }
}

const isSame = (one: Import, other: Import) => one.kind === other.kind && one.key === other.key
