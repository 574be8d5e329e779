import type { SurveyResponse } from '@inlet/contract/workspace'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import { ResponseRow } from './ResponseRow.tsx'
import classes from './ResponseTable.module.css'
import { directionOf, nextSort, type ResponsesSearch } from './response-sort.ts'
import type { TableColumn } from './table-columns.ts'
import { stretchOf } from './table-window.ts'
import { useResponsePages } from './use-response-pages.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface ResponseListProps {
  uploadKey: string
  search: ResponsesSearch
  /** Number of matching responses. */
  count: number
  columns: readonly TableColumn[]
  openId: number | undefined
  onOpen: (response: SurveyResponse) => void
  /** A new object for each request. */
  goTo: { row: number } | undefined
  isStale: boolean
}

const numberWidth = 76
/**
 * More rows than are ever rendered at once. Rows that scroll out are recycled for rows that scroll in, which is
 * cheaper than mounting new ones.
 */
const places = 96
const heights = { normal: 36, compact: 32, touch: 48 }

/** Renders only visible rows and fetches others when scrolled to. */
export function ResponseTable(
  props: ResponseListProps & {
    isCompact: boolean
    sort: string | undefined
    onSort: (sort: string | undefined) => void
  },
) {
  const { uploadKey, search, count, columns, openId, onOpen, goTo, isStale, isCompact, sort, onSort } = props
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
    // The sticky header covers the first row, so scroll targets stop below it.
    scrollPaddingStart: height,
  })
  const shown = rows.getVirtualItems()
  const first = stretch.start + (shown[0]?.index ?? 0)
  const last = stretch.start + (shown.at(-1)?.index ?? 0)
  const responseAt = useResponsePages(uploadKey, search, { first, last: Math.min(last, count - 1) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height moves every row
  useEffect(() => rows.measure(), [height])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new filter or order is a new list
  useEffect(() => {
    setCurrent(0)
    frame.current?.scrollTo({ top: 0 })
  }, [search])

  const focus = useRowFocus({
    frame,
    count,
    rowHeight: height,
    current,
    onMove: setCurrent,
    scrollTo: (row, align) => rows.scrollToIndex(row - stretch.start, { align }),
    visible: { first, last },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on a new request
  useEffect(() => {
    if (goTo) focus.moveTo(goTo.row, 'start')
  }, [goTo])
  const open = useCallback((response: SurveyResponse) => onOpen(response), [onOpen])
  const template = [numberWidth, ...columns.map(({ width }) => width)].map((width) => `${width}px`).join(' ')
  return (
    <>
      {count > stretch.count && (
        <p className={classes.stretch}>
          Showing rows {formatCount(stretch.start + 1)} to {formatCount(stretch.start + stretch.count)} of{' '}
          {formatCount(count)}. Use “Go to row” to see the others.
        </p>
      )}
      <div ref={frame} className={classes.frame} data-stale={isStale || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows cannot be table elements */}
        <div
          role="table"
          aria-label="Responses"
          aria-rowcount={count + 1}
          aria-colcount={columns.length + 1}
          className={classes.table}
          onKeyDown={focus.onKeyDown}
          onFocus={focus.onFocus}
        >
          <TableHead columns={columns} template={template} height={height} sort={sort} onSort={onSort} />
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
                  isTabStop={row === focus.tabStop}
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

function TableHead(props: {
  columns: readonly TableColumn[]
  template: string
  height: number
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const { columns, template, height, sort, onSort } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows cannot be table elements
    // biome-ignore lint/a11y/useFocusableInteractive: a header row is not interactive
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
      {columns.map(({ id, name, sort: key }) =>
        key === undefined ? (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div key={id} role="columnheader" className={classes.cell} title={name} dir="auto">
            {name}
          </div>
        ) : (
          <SortHeader
            key={id}
            name={name}
            direction={directionOf(sort, key)}
            onClick={() => onSort(nextSort(sort, key))}
          />
        ),
      )}
    </div>
  )
}

function SortHeader(props: {
  name: string
  direction: 'ascending' | 'descending' | 'none'
  onClick: () => void
}) {
  const { name, direction, onClick } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: contains the button
    <div role="columnheader" aria-sort={direction} className={classes.sortable}>
      <button type="button" className={classes.sort} title={name} onClick={onClick}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {direction !== 'none' && <span aria-hidden="true">{direction === 'ascending' ? '↑' : '↓'}</span>}
      </button>
    </div>
  )
}
