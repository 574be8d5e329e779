/** Beside the pages: what the document is, the text of the page that is read, and what was found. */
import { listDocumentPages, type WorkspaceDocument } from '@inlet/contract/workspace'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { DocumentDetails } from './DocumentDetails.tsx'
import classes from './DocumentPanel.module.css'
import { FoundPages } from './FoundPages.tsx'
import type { DocumentSearch } from './use-document-search.ts'

export const documentPanels = ['details', 'text', 'found'] as const
export type DocumentPanelName = (typeof documentPanels)[number]

const names: Record<DocumentPanelName, string> = { details: 'Details', text: 'Text', found: 'Found' }

export function DocumentPanel(props: {
  document: WorkspaceDocument
  shown: DocumentPanelName
  current: number
  find: string | undefined
  search: DocumentSearch
  onShow: (panel: DocumentPanelName) => void
  onGo: (page: number) => void
}) {
  const { document: item, shown, current, find, search, onShow, onGo } = props
  return (
    <div className={classes.panel}>
      <div role="tablist" aria-label="About this document" className={classes.tabs}>
        {documentPanels.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`panel-tab-${name}`}
            aria-selected={name === shown}
            aria-controls="document-panel"
            className={classes.tab}
            onClick={() => onShow(name)}
          >
            {names[name]}
            {name === 'found' && find !== undefined && search.count > 0 && ` ${search.count}`}
          </button>
        ))}
      </div>
      <div
        id="document-panel"
        role="tabpanel"
        aria-labelledby={`panel-tab-${shown}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className={classes.content}
      >
        {shown === 'details' && <DocumentDetails document={item} onGo={onGo} />}
        {shown === 'text' && <PageText document={item} page={current} />}
        {shown === 'found' && <FoundPages find={find} search={search} current={current} onGo={onGo} />}
      </div>
    </div>
  )
}

const sources = {
  text: 'As it stands in the file.',
  ocr: 'Recognised in the picture of the page; check what matters.',
  none: '',
} as const

function PageText({ document: { owner, key }, page }: { document: WorkspaceDocument; page: number }) {
  const query = useQuery({
    ...queryOf(listDocumentPages, { params: { owner, key }, query: { from: page, limit: 1 } }),
    placeholderData: keepPreviousData,
  })
  if (query.isPending) return <Loading label="the text" rows={4} />
  if (query.isError)
    return (
      <ErrorPanel
        title="The text could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  const [found] = query.data.pages
  if (!found || found.source === 'none' || found.text.trim() === '')
    return <p className={classes.quiet}>No readable text on page {page}.</p>
  return (
    <>
      <p className={classes.quiet}>
        Page {found.number}. {sources[found.source]}
      </p>
      <p className={classes.text} dir="auto">
        {found.text}
      </p>
      <CopyButton label="Copy the text" textOf={() => found.text} />
    </>
  )
}
