/** The side panel of a document: details, text of the current page and search results. */
import { listDocumentPages, type WorkspaceDocument } from '@inlet/contract/workspace'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/queries.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import type { PageWords } from '../../ui/format/page-words.ts'
import { Loading } from '../../ui/Loading.tsx'
import { DocumentDetails } from './DocumentDetails.tsx'
import classes from './DocumentPanel.module.css'
import { PageMatches } from './PageMatches.tsx'
import type { DocumentSearch } from './use-document-search.ts'

export const documentPanels = ['details', 'text', 'found'] as const
export type DocumentPanelName = (typeof documentPanels)[number]

const names: Record<DocumentPanelName, string> = { details: 'Details', text: 'Text', found: 'Results' }

export function DocumentPanel(props: {
  document: WorkspaceDocument
  words: PageWords
  shown: DocumentPanelName
  current: number
  find: string | undefined
  search: DocumentSearch
  onShow: (panel: DocumentPanelName) => void
  onGo: (page: number) => void
}) {
  const { document: item, words, shown, current, find, search, onShow, onGo } = props
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className={classes.content}
      >
        {shown === 'details' && <DocumentDetails document={item} words={words} onGo={onGo} />}
        {shown === 'text' && <PageText document={item} words={words} page={current} />}
        {shown === 'found' && (
          <PageMatches words={words} find={find} search={search} current={current} onGo={onGo} />
        )}
      </div>
    </div>
  )
}

const sources = {
  text: 'Text from the file.',
  ocr: 'Text recognized by OCR; check important passages.',
  none: '',
} as const

function PageText(props: { document: WorkspaceDocument; words: PageWords; page: number }) {
  const { document: item, words, page } = props
  const { owner, key } = item
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
    return (
      <p className={classes.quiet}>
        No readable text on {words.one} {page}.
      </p>
    )
  return (
    <>
      <p className={classes.quiet}>
        {words.title} {found.number}. {sources[found.source]}
      </p>
      <p className={classes.text} dir="auto">
        {found.text}
      </p>
      <CopyButton label="Copy text" textOf={() => found.text} />
    </>
  )
}
