import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import classes from './ResponseCards.module.css'
import type { ResponseListProps } from './ResponseTable.tsx'
import { stretchOf } from './table-window.ts'
import { useResponsePages } from './use-response-pages.ts'

const cardHeight = 108
/** What a glance needs; the rest is one touch away. */
const answersShown = 4

/** The same list as the table, in the same order, for a narrow screen. */
export function ResponseCards(props: ResponseListProps) {
  const { uploadKey, search, count, columns, onOpen, goTo, isStale } = props
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), [])
  const stretch = stretchOf(count, goTo?.row ?? 0)
  const cards = useWindowVirtualizer({
    count: stretch.count,
    estimateSize: () => cardHeight,
    overscan: 6,
    scrollMargin: margin,
    scrollPaddingStart: 120,
  })
  const shown = cards.getVirtualItems()
  const first = stretch.start + (shown[0]?.index ?? 0)
  const last = stretch.start + (shown.at(-1)?.index ?? 0)
  const responseAt = useResponsePages(uploadKey, search, { first, last: Math.min(last, count - 1) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when somebody asks
  useEffect(() => {
    if (goTo) cards.scrollToIndex(goTo.row - stretchOf(count, goTo.row).start, { align: 'start' })
  }, [goTo])
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label="Responses"
      style={{ height: cards.getTotalSize() }}
      data-stale={isStale || undefined}
    >
      {shown.map(({ index, start }) => {
        const row = stretch.start + index
        const response = responseAt(row)
        const texts = response
          ? columns.map((column) => column.textOf(response)).filter((text) => text !== '')
          : []
        const [lead, ...others] = texts
        return (
          <li
            key={index}
            className={classes.item}
            aria-setsize={count}
            aria-posinset={row + 1}
            style={{ height: cardHeight, transform: `translateY(${start - margin}px)` }}
          >
            <button
              type="button"
              className={classes.card}
              onClick={() => response && onOpen(response)}
              data-row={row}
            >
              <span className={classes.top}>
                #{formatCount(row + 1)}
                {lead !== undefined && <span dir="auto"> · {lead}</span>}
              </span>
              <span className={classes.answers} dir="auto">
                {others.slice(0, answersShown).join(' · ')}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
