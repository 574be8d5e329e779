/** Pages in a column with their tools: small pictures to the left, what is known and found to the right. */
import type { WorkspaceDocument } from '@inlet/contract/workspace'
import { Menu } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FindBox } from '../../ui/FindBox.tsx'
import { wordPattern } from '../../ui/find-words.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ReaderPage } from '../../ui/ReaderPage.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { useIsPhone, useIsWide } from '../../ui/use-width.ts'
import { DocumentPanel, type DocumentPanelName } from './DocumentPanel.tsx'
import classes from './DocumentViewer.module.css'
import { useDimPages } from './dim-pages.ts'
import { createDrawQueue } from './draw-queue.ts'
import { PageField } from './PageField.tsx'
import { PdfPage } from './PdfPage.tsx'
import { ThumbnailList } from './ThumbnailList.tsx'
import { useDocumentKeys } from './use-document-keys.ts'
import { placeOf, useDocumentSearch } from './use-document-search.ts'
import { usePageColumn } from './use-page-column.ts'
import type { OpenPdf } from './use-pdf.ts'
import { useThumbnails } from './use-thumbnails.ts'

const route = getRouteApi('/inside/documents/$owner/$key')

/** Pages before and after the one that is read are drawn as well, and no others. */
const drawnAround = 2
const addressMs = 300

export function DocumentViewer({ document: item, open }: { document: WorkspaceDocument; open: OpenPdf }) {
  const { page = 1, find, panel } = route.useSearch()
  const navigate = route.useNavigate()
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const dim = useDimPages()
  const [queue] = useState(createDrawQueue)
  const count = open.pdf.numPages
  const column = usePageColumn({ count, firstSize: open.firstSize, start: Math.min(page, count) })
  const { current, layout, goTo } = column
  const thumbnails = useThumbnails(open, queue)
  const search = useDocumentSearch(item, find)
  const pattern = useMemo(() => (find === undefined ? undefined : wordPattern(find)), [find])
  const [areThumbsWanted, wantThumbs] = useState<boolean>()
  const [isFindOpen, openFind] = useState(find !== undefined)
  const fields = { page: useRef<HTMLInputElement>(null), find: useRef<HTMLInputElement>(null) }
  const areThumbsShown = areThumbsWanted ?? !isPhone

  const setSearch = useCallback(
    (change: { page?: number; find?: string | undefined; panel?: DocumentPanelName | 'none' | undefined }) =>
      void navigate({
        search: (before) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )

  const setFind = useCallback(
    (text: string | undefined) => setSearch({ find: text, panel: undefined }),
    [setSearch],
  )

  // The page is a state of the address: written when the reading rests, obeyed when somebody else changes it.
  const written = useRef(page)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (written.current === current) return
      written.current = current
      setSearch({ page: current })
    }, addressMs)
    return () => clearTimeout(timer)
  }, [current, setSearch])
  useEffect(() => {
    if (page === written.current) return
    written.current = page
    goTo(page)
  }, [page, goTo])

  const reading = useRef(current)
  reading.current = current
  const rankOf = useCallback((number: number) => Math.abs(number - reading.current), [])

  const walk = async (by: 1 | -1) => {
    const to = await search.walk(by, current)
    if (to !== undefined) goTo(to)
  }
  const focusFind = () => {
    // At once: what is typed next belongs into the field.
    flushSync(() => openFind(true))
    fields.find.current?.focus()
    fields.find.current?.select()
  }
  useDocumentKeys({
    goBy: (by) => goTo(current + by),
    focusPage: () => fields.page.current?.focus(),
    focusFind,
    zoomBy: column.zoomBy,
    fit: column.fit,
    toggleThumbs: () => wantThumbs(!areThumbsShown),
    walk: (by) => void walk(by),
  })

  // What was asked for is shown beside the pages where there is room, and over them where there is none.
  const wantedPanel = panel ?? (isWide ? (find === undefined ? 'details' : 'found') : 'none')
  const shownPanel = wantedPanel === 'none' ? undefined : wantedPanel
  const panelContent = shownPanel && (
    <DocumentPanel
      document={item}
      shown={shownPanel}
      current={current}
      find={find}
      search={search}
      onShow={(name) => setSearch({ panel: name })}
      onGo={(to) => {
        goTo(to)
        if (!isWide) setSearch({ panel: undefined })
      }}
    />
  )
  const thumbs = (
    <ThumbnailList
      count={count}
      current={current}
      size={open.firstSize}
      thumbnails={thumbnails}
      onChoose={goTo}
    />
  )
  const findBar = (
    <FindBox
      field={fields.find}
      label="Find in this document"
      find={find}
      place={placeOf(search, current)}
      canWalk={search.count > 0}
      onFind={setFind}
      onWalk={(by) => void walk(by)}
    />
  )
  const pageField = <PageField field={fields.page} current={current} count={count} onGo={goTo} />
  return (
    <ReaderPage
      title={item.name}
      project={item.project}
      tools={
        <>
          {!isPhone && (
            <>
              {pageField}
              <span className={classes.zoom}>
                <IconButton icon="minus" label="Smaller" onClick={() => column.zoomBy(-1)} />
                <button
                  type="button"
                  className={classes.scale}
                  title="Fit to the reading width"
                  aria-label={`${Math.round(column.scale * 100)} %, fit to the reading width`}
                  onClick={column.fit}
                >
                  {Math.round(column.scale * 100)} %
                </button>
                <IconButton icon="add" label="Larger" onClick={() => column.zoomBy(1)} />
              </span>
              {findBar}
            </>
          )}
          {isPhone && <IconButton icon="search" label="Find in this document" onClick={focusFind} />}
          <Menu>
            <Menu.Target>
              <IconButton icon="more" label="More" />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => wantThumbs(!areThumbsShown)} rightSection={<kbd>t</kbd>}>
                {areThumbsShown ? 'Hide small pages' : 'Show small pages'}
              </Menu.Item>
              <Menu.Item onClick={() => setSearch({ panel: 'details' })}>Details</Menu.Item>
              <Menu.Item onClick={() => setSearch({ panel: 'text' })}>Text of this page</Menu.Item>
              {shownPanel && isWide && (
                <Menu.Item onClick={() => setSearch({ panel: 'none' })}>Hide what is beside</Menu.Item>
              )}
              <Menu.Item onClick={column.fit}>Fit to the reading width</Menu.Item>
              {dim.isDark && (
                <Menu.Item onClick={dim.toggle} closeMenuOnClick={false}>
                  {dim.isOn ? 'Show pages at full brightness' : 'Dim pages'}
                </Menu.Item>
              )}
              {item.original_url && (
                <Menu.Item component="a" href={item.original_url} rel="noreferrer">
                  Save the original file
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      }
      notices={
        <>
          {isPhone && isFindOpen && <div className={classes.findRow}>{findBar}</div>}
          {!shownPanel && isPartial(item) && (
            <p className={classes.partial}>
              Not all of it could be read.{' '}
              <button type="button" onClick={() => setSearch({ panel: 'details' })}>
                See what is missing
              </button>
            </p>
          )}
        </>
      }
    >
      {areThumbsShown && !isPhone && (
        <nav className={classes.thumbs} aria-label="Small pages">
          {thumbs}
        </nav>
      )}
      <div className={classes.middle}>
        <section
          ref={column.scroller}
          className={classes.scroller}
          onScroll={column.onScroll}
          aria-label="The pages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
        >
          {layout && (
            <div
              className={classes.column}
              style={{ height: layout.height, minWidth: column.isFit ? undefined : layout.width }}
            >
              {layout.boxes
                .slice(Math.max(0, current - 1 - drawnAround), current + drawnAround)
                .map((box) => (
                  <PdfPage
                    key={box.number}
                    open={open}
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
        {isPhone && (
          <div className={classes.foot}>
            <IconButton
              icon="back"
              label="Page before"
              disabled={current === 1}
              onClick={() => goTo(current - 1)}
            />
            {pageField}
            <IconButton
              icon="arrow"
              label="Next page"
              disabled={current === count}
              onClick={() => goTo(current + 1)}
            />
            <IconButton icon="thumbs" label="Small pages" onClick={() => wantThumbs(true)} />
          </div>
        )}
      </div>
      {panelContent && isWide && (
        <aside className={classes.side} aria-label="About this document">
          {panelContent}
        </aside>
      )}
      {panelContent && !isWide && (
        <SideDrawer title={item.name} onClose={() => setSearch({ panel: undefined })}>
          {panelContent}
        </SideDrawer>
      )}
      {areThumbsShown && isPhone && (
        <SideDrawer title="Pages" onClose={() => wantThumbs(false)} size={200}>
          <div className={classes.thumbDrawer}>{thumbs}</div>
        </SideDrawer>
      )}
    </ReaderPage>
  )
}

const isPartial = ({ notices, pages_without_text_count: without }: WorkspaceDocument): boolean =>
  notices.length > 0 || without > 0
