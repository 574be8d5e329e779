/** The previous and next image of the project, in list order, as far as the list is loaded. */
import { listMaterials, type WorkspaceImage } from '@inlet/contract/workspace'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pagesOf } from '../../../api/queries.ts'

const maxPages = 10

export const imagesOf = (projectId: number) =>
  pagesOf(listMaterials, {
    query: { project_id: projectId, kind: 'image' as const, limit: 60 },
  })

export function useNeighbours({ key, project }: WorkspaceImage) {
  const query = useInfiniteQuery(imagesOf(project.id))
  const keys = query.data?.pages.flatMap((page) => page.materials.map((image) => image.key)) ?? []
  const place = keys.indexOf(key)
  const isFar = place === -1 || place === keys.length - 1
  const { hasNextPage, isFetching, fetchNextPage } = query
  const pageCount = query.data?.pages.length ?? 0
  useEffect(() => {
    if (isFar && hasNextPage && !isFetching && pageCount < maxPages) void fetchNextPage()
  }, [isFar, hasNextPage, isFetching, pageCount, fetchNextPage])
  return place === -1
    ? { before: undefined, after: undefined }
    : { before: keys[place - 1], after: keys[place + 1] }
}
