/** A scrolling column of pages: tracks the current page and keeps the position when sizes change. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  actualSize,
  layOutPages,
  nextZoom,
  type PageLayout,
  type PageSize,
  pageAt,
  pageGap,
  widthOf,
  type Zoom,
} from './page-layout.ts'

const sideMargin = 24
const revealMargin = 32

export interface PageColumn {
  scroller: RefObject<HTMLElement | null>
  layout: PageLayout | undefined
  current: number
  /** Scale of the current page relative to its actual size. */
  scale: number
  isFit: boolean
  goTo: (page: number) => void
  /** Scrolls to a place on a page, unless it is visible. */
  reveal: (page: number, place: Range) => void
  zoomBy: (by: 1 | -1) => void
  fit: () => void
  noteSize: (number: number, size: PageSize) => void
  onScroll: () => void
}

export function usePageColumn(input: { count: number; firstSize: PageSize; start: number }): PageColumn {
  const { count, firstSize, start } = input
  const scroller = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(0)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const [current, setCurrent] = useState(start)
  const reading = useRef({ page: start, held: -1 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const measure = () => setRoom(element.clientWidth - (element.clientWidth < 700 ? 0 : sideMargin * 2))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const layout = useMemo(
    () => (room > 0 ? layOutPages({ count, first: firstSize, sizes, zoom, room }) : undefined),
    [count, firstSize, sizes, zoom, room],
  )

  const goTo = useCallback(
    (page: number) => {
      const element = scroller.current
      const box = layout?.boxes[Math.min(Math.max(page, 1), count) - 1]
      if (!element || !box) return
      element.scrollTop = box.top - pageGap
      // The last pages cannot scroll to the top, but the requested page still counts as current.
      reading.current = { page: box.number, held: element.scrollTop }
      setCurrent(box.number)
    },
    [layout, count],
  )

  const reveal = useCallback((page: number, place: Range) => {
    const element = scroller.current
    if (!element) return
    const box = place.getBoundingClientRect()
    const view = element.getBoundingClientRect()
    if (box.top < view.top + revealMargin || box.bottom > view.bottom - revealMargin)
      element.scrollTop += box.top - view.top - view.height / 3
    if (box.left < view.left || box.right > view.right)
      element.scrollLeft += box.left - view.left - view.width / 3
    reading.current = { page, held: element.scrollTop }
    setCurrent(page)
  }, [])

  // Keep the reading position when page sizes change.
  const before = useRef<PageLayout>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    const was = before.current?.boxes[reading.current.page - 1]
    const is = layout?.boxes[reading.current.page - 1]
    before.current = layout
    if (!element || !is) return
    const share = was ? (element.scrollTop - was.top) / was.height : -pageGap / is.height
    element.scrollTop = is.top + Math.max(share, -pageGap / is.height) * is.height
    reading.current.held = element.scrollTop
  }, [layout])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element || !layout || Math.abs(element.scrollTop - reading.current.held) < 2) return
    const page = pageAt(layout, element.scrollTop, element.clientHeight)
    reading.current = { page, held: -1 }
    setCurrent(page)
  }, [layout])

  const noteSize = useCallback(
    (number: number, size: PageSize) =>
      setSizes((known) => {
        const old = known.get(number) ?? firstSize
        if (Math.abs(old.width - size.width) < 1 && Math.abs(old.height - size.height) < 1) return known
        return new Map(known).set(number, size)
      }),
    [firstSize],
  )

  const size = sizes.get(current) ?? firstSize
  const scale = widthOf(size, zoom, Math.max(room, 1)) / (size.width * actualSize)
  return {
    scroller,
    layout,
    current,
    scale,
    isFit: zoom === 'fit',
    goTo,
    reveal,
    zoomBy: (by) => setZoom(nextZoom(scale, by)),
    fit: () => setZoom('fit'),
    noteSize,
    onScroll,
  }
}
