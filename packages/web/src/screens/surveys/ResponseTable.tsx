import type { SurveyResponse } from '@inlet/contract/workspace'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'
import { ResponseRow } from './ResponseRow.tsx'
import classes from './ResponseTable.module.css'
import type { SurveySearch } from './survey-filter.ts'
import type { TableColumn } from './table-columns.ts'
import { clampRow, stretchOf } from './table-window.ts'
import { useResponsePages } from './use-response-pages.ts'

export interface ResponseListProps {
  uploadKey: string
  search: SurveySearch
  /** How many fit. */
  count: number
  columns: readonly TableColumn[]
  openId: number | undefined
  onOpen: (response: SurveyResponse) => void
  /** A new object each time somebody asks. */
  goTo: { row: number } | undefined
  isStale: boolean
}

const numberWidth = 76
/** More than are ever drawn at once. A row that leaves gives its place in the page to one that comes, which costs less than a new one. */
const places = 96
const heights = { normal: 36, compact: 32, touch: 48 }

/** Only the rows in sight are in the page; the others are read when scrolled to. */
export function ResponseTable(props: ResponseListProps & { isCompact: boolean }) {
  const { uploadKey, search, count, columns, openId, onOpen, goTo, isStale, isCompact } = props
  const frame = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const stretch = stretchOf(count, current)
  const height = matchMedia('(pointer: coarse)').matches
    ? heights.touch
    : isCompact
      ? heights.compact
      : heights.normal
  const rows = useVirtualizer({
    count: stretch.count,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 6,
    // The header lies over the first row; what is scrolled to must not be under it.
    scrollPaddingStart: height,
  })
  const shown = rows.getVirtualItems()
  const first = stretch.start + (shown[0]?.index ?? 0)
  const last = stretch.start + (shown.at(-1)?.index ?? 0)
  const responseAt = useResponsePages(uploadKey, search, { first, last: Math.min(last, count - 1) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another height moves every row
  useEffect(() => rows.measure(), [height])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => {
    setCurrent(0)
    frame.current?.scrollTo({ top: 0 })
  }, [search])

  const [target, setTarget] = useState<{ row: number; align: 'auto' | 'start' }>()
  /** Where the focus is on its way to: keys may come faster than rows are drawn. */
  const heading = useRef<number>(undefined)
  const moveTo = (row: number, align: 'auto' | 'start' = 'auto') => {
    const to = clampRow(count, row)
    heading.current = to
    setCurrent(to)
    setTarget({ row: to, align })
  }
  useEffect(() => {
    if (!target) return undefined
    let frameId = requestAnimationFrame(function focus() {
      const button = frame.current?.querySelector<HTMLElement>(`[data-row="${target.row}"]`)
      if (!button) {
        frameId = requestAnimationFrame(focus)
        return
      }
      button.focus({ preventScroll: true })
      heading.current = undefined
    })
    return () => cancelAnimationFrame(frameId)
  }, [target])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each move, when its stretch is there
  useEffect(() => {
    if (target) rows.scrollToIndex(target.row - stretch.start, { align: target.align })
  }, [target])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when somebody asks
  useEffect(() => {
    if (goTo) moveTo(goTo.row, 'start')
  }, [goTo])
  // A row that took the place of the one with the focus must not take the focus as well.
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    const active = document.activeElement
    if (!(active instanceof HTMLElement) || !frame.current?.contains(active)) return
    if (active.dataset['row'] !== focused.current) active.blur()
  })
  const isInSight = current >= first && current <= last
  const step = (by: number) => {
    const isFocused = frame.current?.contains(document.activeElement) ?? false
    const from = heading.current ?? (isInSight ? current : first)
    // The first press shows where one is.
    moveTo(isFocused || heading.current !== undefined ? from + by : from)
  }
  useShortcut({ keys: 'j', label: 'Next response', group: 'Responses' }, () => step(1))
  useShortcut({ keys: 'k', label: 'Response before', group: 'Responses' }, () => step(-1))

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(Math.floor((frame.current?.clientHeight ?? 0) / height) - 2, 1)
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step(by)
  }
  const open = useCallback((response: SurveyResponse) => onOpen(response), [onOpen])
  const template = [numberWidth, ...columns.map(({ width }) => width)].map((width) => `${width}px`).join(' ')
  const tabStop = isInSight ? current : first
  return (
    <>
      {count > stretch.count && (
        <p className={classes.stretch}>
          Rows {formatCount(stretch.start + 1)} to {formatCount(stretch.start + stretch.count)} of{' '}
          {formatCount(count)}. Go to another row to see the others.
        </p>
      )}
      <div ref={frame} className={classes.frame} data-stale={isStale || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: rows that lie freely cannot be those of a table element */}
        <div
          role="table"
          aria-label="Responses"
          aria-rowcount={count + 1}
          aria-colcount={columns.length + 1}
          className={classes.table}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            focused.current = event.target.dataset['row']
          }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: a row of headings does nothing */}
          <div
            role="row"
            aria-rowindex={1}
            className={classes.head}
            style={{ gridTemplateColumns: template, height }}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: as above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
            <div role="columnheader" className={classes.first}>
              Row
            </div>
            {columns.map(({ id, name }) => (
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div key={id} role="columnheader" className={classes.cell} title={name} dir="auto">
                {name}
              </div>
            ))}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div role="rowgroup" className={classes.body} style={{ height: rows.getTotalSize() }}>
            {shown.map(({ index, start }) => {
              const row = stretch.start + index
              const response = responseAt(row)
              return (
                <ResponseRow
                  key={index % places}
                  row={row}
                  top={start}
                  height={height}
                  template={template}
                  columns={columns}
                  response={response}
                  isOpen={response !== undefined && response.id === openId}
                  isTabStop={row === tabStop}
                  onOpen={open}
                />
              )
            })}
          </div>
        </div>
      </div>
    </>
  )
}
