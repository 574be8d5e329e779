import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { PageWords } from '../../ui/format/page-words.ts'
import type { PageSize } from './page-layout.ts'
import classes from './ThumbnailList.module.css'
import type { Thumbnails } from './use-thumbnails.ts'

const rowHeight = 164
const restMs = 120

/** A listbox of page thumbnails, navigable with arrow keys. */
export function ThumbnailList(props: {
  words: PageWords
  count: number
  current: number
  size: PageSize
  thumbnails: Thumbnails
  onChoose: (page: number) => void
}) {
  const { words, count, current, size, thumbnails, onChoose } = props
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 2,
    initialOffset: Math.max(0, (current - 2) * rowHeight),
  })
  useEffect(() => {
    list.scrollToIndex(current - 1)
  }, [list, current])

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 1, End: count }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onChoose(Math.min(Math.max(to, 1), count))
  }
  return (
    <div
      ref={scroller}
      className={classes.list}
      role="listbox"
      aria-label={`${words.title}s`}
      tabIndex={0}
      aria-activedescendant={`thumb-${current}`}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={classes.all} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => (
          <Thumbnail
            key={index}
            title={words.title}
            number={index + 1}
            count={count}
            top={start}
            size={size}
            isCurrent={index + 1 === current}
            thumbnails={thumbnails}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

function Thumbnail(props: {
  title: string
  number: number
  count: number
  top: number
  size: PageSize
  isCurrent: boolean
  thumbnails: Thumbnails
  onChoose: (page: number) => void
}) {
  const { title, number, count, top, size, isCurrent, thumbnails, onChoose } = props
  const { request } = thumbnails
  useEffect(() => {
    // Skip thumbnails that are only scrolled past.
    let cancel: (() => void) | undefined
    const timer = setTimeout(() => {
      cancel = request(number)
    }, restMs)
    return () => {
      clearTimeout(timer)
      cancel?.()
    }
  }, [number, request])
  const picture = thumbnails.pictures.get(number)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
    <div
      id={`thumb-${number}`}
      role="option"
      className={classes.thumb}
      style={{ transform: `translateY(${top}px)` }}
      aria-selected={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      aria-setsize={count}
      aria-posinset={number}
      aria-label={`${title} ${number}`}
      onClick={() => onChoose(number)}
    >
      <span className={classes.paper} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {picture && <img src={picture} alt="" />}
      </span>
      <span className={classes.number}>{number}</span>
    </div>
  )
}
