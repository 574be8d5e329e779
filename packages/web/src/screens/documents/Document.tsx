import { getDocument, type WorkspaceDocument } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { isGone } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { RecordMenu } from '../../manage/RecordMenu.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { ReaderPage } from '../../ui/ReaderPage.tsx'
import { ReaderState } from '../../ui/ReaderState.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { describePdfProblem } from './pdf-problems.ts'
import { usePdf } from './use-pdf.ts'

const route = getRouteApi('/inside/documents/$owner/$key')

export function Document() {
  const { owner, key } = route.useParams()
  const { data: item, error } = useQuery(queryOf(getDocument, { params: { owner, key } }))
  if (error && (!item || isGone(error)))
    return <ProblemPage title="This document cannot be shown." error={error} />
  if (!item) return <PageSkeleton label="the document" />
  if (item.viewer_path === null) return <UnavailableDocument item={item} />
  return <LoadedDocument item={item} path={item.viewer_path} />
}

function LoadedDocument({ item, path }: { item: WorkspaceDocument; path: string }) {
  const { page = 1 } = route.useSearch()
  const [attempt, setAttempt] = useState(0)
  const state = usePdf(path, page, attempt)
  if (state.is === 'open') return <DocumentViewer key={path} document={item} open={state} />
  if (state.is === 'loading')
    return (
      <ReaderPage title={item.name} project={item.project}>
        <PageSkeleton label="the pages" />
      </ReaderPage>
    )
  return (
    <ReaderPage title={item.name} project={item.project} tools={<DocumentMenu item={item} />}>
      <ReaderState
        isProblem
        title="The pages cannot be shown."
        action={
          <>
            <Button variant="default" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
            <DownloadOriginal item={item} />
          </>
        }
      >
        {describePdfProblem(state.error)}
      </ReaderState>
    </ReaderPage>
  )
}

/** Shown when processing failed or has not finished. */
function UnavailableDocument({ item }: { item: WorkspaceDocument }) {
  const hasFailed = item.status === 'failed'
  return (
    <ReaderPage title={item.name} project={item.project} tools={<DocumentMenu item={item} />}>
      <ReaderState
        isProblem={hasFailed}
        title={hasFailed ? 'This document could not be read.' : 'This document is being processed.'}
        code={item.failure?.code}
        action={<DownloadOriginal item={item} />}
      >
        {item.failure?.message ??
          (item.status === 'ready'
            ? 'There are no pages to show. The original file is stored.'
            : 'Pages appear here automatically when they are ready.')}
      </ReaderState>
    </ReaderPage>
  )
}

const DocumentMenu = ({ item }: { item: WorkspaceDocument }) => (
  <RecordMenu item={{ ...item, kind: item.owner }} />
)

function DownloadOriginal({ item }: { item: WorkspaceDocument }) {
  if (!item.original_url) return null
  return (
    <Button component="a" variant="default" href={item.original_url} rel="noreferrer">
      Download original
    </Button>
  )
}
