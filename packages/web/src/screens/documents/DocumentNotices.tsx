import type { WorkspaceDocument } from '@inlet/contract/workspace'
import { DocumentFindBox } from './DocumentToolbar.tsx'
import classes from './DocumentViewer.module.css'
import type { DocumentViewerState } from './use-document-viewer.ts'

const notRedactedCode = 'documents_not_redacted'

/** Warnings above the pages while the details are hidden, and the find box on phones. */
export function DocumentNotices({ viewer }: { viewer: DocumentViewerState }) {
  const { item, isPhone, isFindOpen, shownPanel, setSearch } = viewer
  const showDetails = () => setSearch({ panel: 'details' })
  return (
    <>
      {isPhone && isFindOpen && (
        <div className={classes.findRow}>
          <DocumentFindBox viewer={viewer} />
        </div>
      )}
      {!shownPanel && isNotRedacted(item) && (
        <Notice text="Documents are not redacted." onShowDetails={showDetails} />
      )}
      {!shownPanel && isPartial(item) && (
        <Notice text="Parts of this document could not be read." onShowDetails={showDetails} />
      )}
    </>
  )
}

function Notice({ text, onShowDetails }: { text: string; onShowDetails: () => void }) {
  return (
    <p className={classes.partial}>
      {text}{' '}
      <button type="button" onClick={onShowDetails}>
        View details
      </button>
    </p>
  )
}

const isPartial = ({ notices, pages_without_text_count: without }: WorkspaceDocument): boolean =>
  notices.some(({ code }) => code !== notRedactedCode) || without > 0

const isNotRedacted = ({ notices }: WorkspaceDocument): boolean =>
  notices.some(({ code }) => code === notRedactedCode)
