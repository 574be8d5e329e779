import { useEffect, useRef, useState } from 'react'
import classes from './SheetTabs.module.css'
import { readSheets, type Sheet, sheetAt } from './sheets.ts'
import type { DocumentViewerState } from './use-document-viewer.ts'

/** The sheets of a spreadsheet by name, below its pages as in a spreadsheet program. */
export function SheetTabs({ viewer }: { viewer: DocumentViewerState }) {
  const { item, open, column } = viewer
  const sheets = useSheets(open.pdf, /^xlsx?$/i.test(item.extension))
  const current = sheetAt(sheets, column.current)
  const chosen = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another sheet is shown
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  if (sheets.length < 2) return null
  return (
    <nav aria-label="Sheets" className={classes.sheets}>
      {sheets.map((sheet) => (
        <button
          key={`${sheet.page} ${sheet.name}`}
          ref={sheet === current ? chosen : undefined}
          type="button"
          className={classes.sheet}
          aria-current={sheet === current ? 'true' : undefined}
          onClick={() => column.goTo(sheet.page)}
        >
          <bdi>{sheet.name}</bdi>
        </button>
      ))}
    </nav>
  )
}

/** None if they cannot be read: the pages can be shown all the same. */
function useSheets(pdf: DocumentViewerState['open']['pdf'], isSpreadsheet: boolean): readonly Sheet[] {
  const [sheets, setSheets] = useState<readonly Sheet[]>([])
  useEffect(() => {
    if (!isSpreadsheet) return undefined
    let isWanted = true
    readSheets(pdf).then(
      (found) => isWanted && setSheets(found),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [pdf, isSpreadsheet])
  return sheets
}
