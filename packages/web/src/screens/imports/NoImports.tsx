import type { ImportFilter } from '@inlet/contract/workspace'
import { EmptyState } from '../../ui/EmptyState.tsx'

const texts: Record<ImportFilter, { title: string; text: string }> = {
  needs_attention: {
    title: 'Nothing needs attention.',
    text: 'Imports that failed or are missing a part appear here.',
  },
  working: {
    title: 'Nothing is being processed.',
    text: 'Imports appear here as soon as they are uploaded.',
  },
  done: { title: 'No finished imports yet.', text: 'Imports appear here when they are ready.' },
  all: {
    title: 'No imports yet.',
    text: 'Open a project to upload files, or import with the API.',
  },
}
const ofProject = {
  title: 'No imports yet.',
  text: 'Drop recordings, documents, images or a survey CSV anywhere on this page, or use Upload files.',
}

export function NoImports({ show, isInProject }: { show: ImportFilter; isInProject: boolean }) {
  const { title, text } = isInProject && show === 'all' ? ofProject : texts[show]
  return <EmptyState title={title}>{text}</EmptyState>
}
