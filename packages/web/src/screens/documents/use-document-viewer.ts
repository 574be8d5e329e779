/** State of the document viewer: current page, search, side panel and thumbnails. */
import type { WorkspaceDocument } from '@inlet/contract/workspace'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pageWordsOf } from '../../ui/format/page-words.ts'
import { useIsPhone, useIsWide } from '../../ui/use-width.ts'
import type { DocumentPanelName } from './DocumentPanel.tsx'
import { useDimPages } from './dim-pages.ts'
import { createDrawQueue } from './draw-queue.ts'
import { useCurrentMatch } from './use-current-match.ts'
import { useDocumentKeys } from './use-document-keys.ts'
import { useDocumentSearch } from './use-document-search.ts'
import { usePageColumn } from './use-page-column.ts'
import { usePageInUrl } from './use-page-in-url.ts'
import type { OpenPdf } from './use-pdf.ts'
import { useThumbnails } from './use-thumbnails.ts'

const route = getRouteApi('/inside/documents/$owner/$key')

interface SearchChange {
  page?: number
  find?: string | undefined
  panel?: DocumentPanelName | 'none' | undefined
}

export function useDocumentViewer(item: WorkspaceDocument, open: OpenPdf) {
  const { page = 1, find, panel } = route.useSearch()
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const setSearch = useSetSearch()
  const [queue] = useState(createDrawQueue)
  const count = open.pdf.numPages
  const column = usePageColumn({ count, firstSize: open.firstSize, start: Math.min(page, count) })
  const { current, goTo } = column
  const search = useDocumentSearch(item, find)
  const { match, stepMatch } = useCurrentMatch({ search, find, column })
  const thumbnails = useThumbnails(open, queue)
  const dim = useDimPages()
  const [thumbnailsChoice, setThumbnailsShown] = useState<boolean>()
  const [isFindOpen, setFindOpen] = useState(find !== undefined)
  const fields = { page: useRef<HTMLInputElement>(null), find: useRef<HTMLInputElement>(null) }
  const areThumbnailsShown = thumbnailsChoice ?? !isPhone
  usePageInUrl({ page, current, goTo, setSearch })

  const focusFind = () => {
    // Synchronously, so that the next key press goes into the field.
    flushSync(() => setFindOpen(true))
    fields.find.current?.focus()
    fields.find.current?.select()
  }
  const toggleThumbnails = () => setThumbnailsShown(!areThumbnailsShown)
  useDocumentKeys({
    goBy: (by) => goTo(current + by),
    words: pageWordsOf(item.extension),
    focusPage: () => fields.page.current?.focus(),
    focusFind,
    zoomBy: column.zoomBy,
    fit: column.fit,
    toggleThumbnails,
    stepMatch,
  })
  return {
    item,
    words: pageWordsOf(item.extension),
    open,
    count,
    column,
    queue,
    thumbnails,
    dim,
    find,
    search,
    setSearch,
    shownPanel: shownPanel(panel, { isWide, find }),
    areThumbnailsShown,
    setThumbnailsShown,
    toggleThumbnails,
    isFindOpen,
    focusFind,
    match,
    stepMatch,
    fields,
    isPhone,
    isWide,
  }
}

export type DocumentViewerState = ReturnType<typeof useDocumentViewer>

function useSetSearch(): (change: SearchChange) => void {
  const navigate = route.useNavigate()
  return useCallback(
    (change) =>
      void navigate({
        search: (before) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}

/** Wide screens show a panel by default. */
function shownPanel(
  panel: DocumentPanelName | 'none' | undefined,
  { isWide, find }: { isWide: boolean; find: string | undefined },
): DocumentPanelName | undefined {
  const wanted = panel ?? (isWide ? (find === undefined ? 'details' : 'found') : 'none')
  return wanted === 'none' ? undefined : wanted
}
