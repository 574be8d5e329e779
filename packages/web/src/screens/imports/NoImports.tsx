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
export function NoImports({ show }: { show: ImportFilter }) {
  const { title, text } = texts[show]
  return <EmptyState title={title}>{text}</EmptyState>
}
