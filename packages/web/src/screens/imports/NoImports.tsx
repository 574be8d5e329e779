import type { ImportFilter } from '@inlet/contract/workspace'
import { EmptyState } from '../../ui/EmptyState.tsx'

const texts: Record<ImportFilter, { title: string; text: string }> = {
  needs_attention: {
    title: 'Nothing needs attention.',
    text: 'Imports that failed, or wait for a part to be sent again, appear here.',
  },
  working: {
    title: 'Nothing is being worked on.',
    text: 'Imports appear here from the moment they are uploaded.',
  },
  done: { title: 'Nothing is done yet.', text: 'Imports appear here when they are ready to read.' },
  all: {
    title: 'Nothing has been imported yet.',
    text: 'Open a project to upload files, or import with the API.',
  },
}
const ofProject = {
  title: 'Nothing has been imported yet.',
  text: 'Drop recordings, documents, images or a survey CSV anywhere on this page, or use Upload files.',
}

export function NoImports({ show, isInProject }: { show: ImportFilter; isInProject: boolean }) {
  const { title, text } = isInProject && show === 'all' ? ofProject : texts[show]
  return <EmptyState title={title}>{text}</EmptyState>
}
