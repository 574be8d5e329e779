/** What a person can do about an import that did not get through: send the file, or the part of it, again. */
import type { Import } from '@inlet/contract/workspace'
import { useSession } from '../../app/session.ts'
import { addFiles } from '../../uploads/add-files.ts'
import { FilePicker } from '../../uploads/FilePicker.tsx'
import { acceptedFiles, acceptedInsights } from '../../uploads/file-kinds.ts'
import { SurveyParts } from './SurveyParts.tsx'

export function ReplaceActions({ item }: { item: Import }) {
  const { can_write: canWrite } = useSession()
  if (!canWrite || (item.status !== 'failed' && item.status !== 'waiting')) return null
  if (item.kind === 'survey') return <SurveyParts item={item} />
  const { kind } = item
  return (
    <FilePicker
      accept={kind === 'insight' ? acceptedInsights : acceptedFiles}
      onPick={(files) => void addFiles(item.project.id, files, kind)}
    >
      Upload another version
    </FilePicker>
  )
}
