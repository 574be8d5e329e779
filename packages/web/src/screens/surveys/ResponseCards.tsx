import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import classes from './ResponseCards.module.css'
import type { ResponseListProps } from './ResponseTable.tsx'
import { stretchOf } from './table-window.ts'
import { useResponsePages } from './use-response-pages.ts'

const cardHeight = 108
const answersShown = 5
const factsShown = 2

/** The responses as cards, for narrow screens. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on a new request
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
        const words = (isAnswer: boolean) =>
          response
            ? columns
                .filter((column) => column.isAnswer === isAnswer)
                .map(({ id, textOf }) => ({ id, text: textOf(response) }))
                .filter(({ text }) => text !== '')
            : []
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
                <Words words={words(false).slice(0, factsShown)} isFirst={false} />
              </span>
              <span className={classes.answers}>
                <Words words={words(true).slice(0, answersShown)} isFirst />
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Each value may have its own text direction; the separators follow the page. */
function Words({ words, isFirst }: { words: readonly { id: string; text: string }[]; isFirst: boolean }) {
  return words.map(({ id, text }, i) => (
    <Fragment key={id}>
      {(i > 0 || !isFirst) && ' · '}
      <bdi>{text}</bdi>
    </Fragment>
  ))
}
