import { useCallback, useMemo, useRef } from 'react'
import { wordPattern } from '../../ui/find-words.ts'
import classes from './DocumentViewer.module.css'
import { PdfPage } from './PdfPage.tsx'
import type { DocumentViewerState } from './use-document-viewer.ts'

/** How many pages before and after the current one are rendered. */
const renderedAround = 2

/** The scrolling column of pages. */
export function PageColumn({ viewer }: { viewer: DocumentViewerState }) {
  const { open, words, column, queue, dim, find } = viewer
  const { current, layout } = column
  const pattern = useMemo(() => (find === undefined ? undefined : wordPattern(find)), [find])
  const reading = useRef(current)
  reading.current = current
  const rankOf = useCallback((number: number) => Math.abs(number - reading.current), [])
  return (
    <section
      ref={column.scroller}
      className={classes.scroller}
      onScroll={column.onScroll}
      aria-label="Pages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      {layout && (
        <div
          className={classes.column}
          style={{ height: layout.height, minWidth: column.isFit ? undefined : layout.width }}
        >
          {layout.boxes
            .slice(Math.max(0, current - 1 - renderedAround), current + renderedAround)
            .map((box) => (
              <PdfPage
                key={box.number}
                open={open}
                word={words.title}
                box={box}
                queue={queue}
                rankOf={rankOf}
                pattern={pattern}
                isDim={dim.isDim}
                onSize={column.noteSize}
              />
            ))}
        </div>
      )}
    </section>
  )
}
