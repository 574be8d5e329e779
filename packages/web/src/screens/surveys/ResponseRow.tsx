import type { SurveyResponse } from '@inlet/contract/workspace'
import { memo } from 'react'
import { formatCount } from '../../ui/format/count.ts'
import classes from './ResponseTable.module.css'
import type { TableColumn } from './table-columns.ts'

/** One row of the responses table. Memoized to keep scrolling smooth. */
export const ResponseRow = memo(function ResponseRow(props: {
  row: number
  top: number
  height: number
  template: string
  columns: readonly TableColumn[]
  response: SurveyResponse | undefined
  isOpen: boolean
  isTabStop: boolean
  onOpen: (response: SurveyResponse) => void
}) {
  const { row, top, height, template, columns, response, isOpen, isTabStop, onOpen } = props
  const open = () => response && onOpen(response)
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows cannot be table elements
    // biome-ignore lint/a11y/useFocusableInteractive: the button in the first cell takes the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button does the same from the keyboard
    <div
      role="row"
      aria-rowindex={row + 2}
      className={classes.row}
      data-open={isOpen || undefined}
      data-blank={response === undefined || undefined}
      style={{ gridTemplateColumns: template, height, transform: `translateY(${top}px)` }}
      onClick={open}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div role="rowheader" className={classes.first}>
        <button
          type="button"
          data-row={row}
          className={classes.number}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`Open response ${formatCount(row + 1)}`}
        >
          {formatCount(row + 1)}
        </button>
      </div>
      {columns.map(({ id, textOf }) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div key={id} role="cell" className={classes.cell}>
          {response ? textOf(response) : ''}
        </div>
      ))}
    </div>
  )
})
