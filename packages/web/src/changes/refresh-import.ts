/** Refetches one import and updates every list that shows it. */
import { getImport, type Import, listImports, listMaterials } from '@inlet/contract/workspace'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { isInletError } from '../api/api-error.ts'
import { type CallResult, call } from '../api/call.ts'
import { queryOf } from '../api/queries.ts'

type Pages = InfiniteData<CallResult<typeof listImports>>
type MaterialPages = InfiniteData<CallResult<typeof listMaterials>>

const lastReads = new Map<string, Promise<unknown>>()

/**
 * One read after the other: a read that had begun before the change would not show it, and a slow one must not overwrite a
 * newer one.
 */
export function refreshImport(
  client: QueryClient,
  item: { kind: string; key: string },
): Promise<Import | undefined> {
  const name = `${item.kind}/${item.key}`
  const read = (lastReads.get(name) ?? Promise.resolve()).catch(() => {}).then(() => readAgain(client, item))
  lastReads.set(name, read)
  return read.finally(() => {
    if (lastReads.get(name) === read) lastReads.delete(name)
  })
}

async function readAgain(
  client: QueryClient,
  params: { kind: string; key: string },
): Promise<Import | undefined> {
  try {
    const fresh = await call(getImport, { params })
    client.setQueryData(queryOf(getImport, { params }).queryKey, fresh)
    client.setQueriesData<Pages>({ queryKey: [listImports.operationId] }, (pages) => patch(pages, fresh))
    client.setQueriesData<MaterialPages>({ queryKey: [listMaterials.operationId] }, (pages) =>
      patchMaterials(pages, fresh),
    )
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

/** Preview, length and size come with the refetched list. */
function patchMaterials(pages: MaterialPages | undefined, fresh: Import): MaterialPages | undefined {
  if (!pages?.pages.some((page) => page.materials.some((item) => isSame(item, fresh)))) return pages
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      materials: page.materials.map((item) => (isSame(item, fresh) ? { ...item, ...fresh } : item)),
    })),
  }
}

const isSame = (one: Import, other: Import) => one.kind === other.kind && one.key === other.key
