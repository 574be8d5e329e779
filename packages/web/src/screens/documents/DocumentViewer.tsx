/** The pages of a document with toolbar, thumbnails and side panel. */
import type { WorkspaceDocument } from '@inlet/contract/workspace'
import { IconButton } from '../../ui/IconButton.tsx'
import { ReaderPage } from '../../ui/ReaderPage.tsx'
import { SideDrawer } from '../../ui/SideDrawer.tsx'
import { DocumentNotices } from './DocumentNotices.tsx'
import { DocumentPanel, type DocumentPanelName } from './DocumentPanel.tsx'
import { CurrentPageField, DocumentToolbar } from './DocumentToolbar.tsx'
import classes from './DocumentViewer.module.css'
import { PageColumn } from './PageColumn.tsx'
import { SheetTabs } from './SheetTabs.tsx'
import { ThumbnailList } from './ThumbnailList.tsx'
import { type DocumentViewerState, useDocumentViewer } from './use-document-viewer.ts'
import type { OpenPdf } from './use-pdf.ts'

export function DocumentViewer({ document: item, open }: { document: WorkspaceDocument; open: OpenPdf }) {
  const viewer = useDocumentViewer(item, open)
  const { isPhone, shownPanel } = viewer
  return (
    <ReaderPage
      title={item.name}
      project={item.project}
      tools={<DocumentToolbar viewer={viewer} />}
      notices={<DocumentNotices viewer={viewer} />}
    >
      {viewer.areThumbnailsShown && !isPhone && (
        <nav className={classes.thumbs} aria-label="Thumbnails">
          <Thumbnails viewer={viewer} />
        </nav>
      )}
      <div className={classes.middle}>
        <PageColumn viewer={viewer} />
        <SheetTabs viewer={viewer} />
        {isPhone && <PhonePageBar viewer={viewer} />}
      </div>
      {shownPanel && <SidePanel viewer={viewer} shown={shownPanel} />}
      {viewer.areThumbnailsShown && isPhone && (
        <SideDrawer
          title={`${viewer.words.title}s`}
          onClose={() => viewer.setThumbnailsShown(false)}
          size={200}
        >
          <div className={classes.thumbDrawer}>
            <Thumbnails viewer={viewer} />
          </div>
        </SideDrawer>
      )}
    </ReaderPage>
  )
}

function Thumbnails({ viewer: { words, count, column, open, thumbnails } }: { viewer: DocumentViewerState }) {
  return (
    <ThumbnailList
      words={words}
      count={count}
      current={column.current}
      size={open.firstSize}
      thumbnails={thumbnails}
      onChoose={column.goTo}
    />
  )
}

function PhonePageBar({ viewer }: { viewer: DocumentViewerState }) {
  const { words, count, column, setThumbnailsShown } = viewer
  const { current, goTo } = column
  return (
    <div className={classes.foot}>
      <IconButton
        icon="back"
        label={`Previous ${words.one}`}
        disabled={current === 1}
        onClick={() => goTo(current - 1)}
      />
      <CurrentPageField viewer={viewer} />
      <IconButton
        icon="arrow"
        label={`Next ${words.one}`}
        disabled={current === count}
        onClick={() => goTo(current + 1)}
      />
      <IconButton icon="thumbs" label="Thumbnails" onClick={() => setThumbnailsShown(true)} />
    </div>
  )
}

/** Shown next to the pages on wide screens and in a drawer on narrow ones. */
function SidePanel({ viewer, shown }: { viewer: DocumentViewerState; shown: DocumentPanelName }) {
  const { item, words, column, find, search, setSearch, isWide } = viewer
  const content = (
    <DocumentPanel
      document={item}
      words={words}
      shown={shown}
      current={column.current}
      find={find}
      search={search}
      onShow={(name) => setSearch({ panel: name })}
      onGo={(to) => {
        column.goTo(to)
        if (!isWide) setSearch({ panel: undefined })
      }}
    />
  )
  if (isWide)
    return (
      <aside className={classes.side} aria-label="About this document">
        {content}
      </aside>
    )
  return (
    <SideDrawer title={item.name} onClose={() => setSearch({ panel: undefined })}>
      {content}
    </SideDrawer>
  )
}
