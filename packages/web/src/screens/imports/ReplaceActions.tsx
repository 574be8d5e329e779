/** Actions for a failed or incomplete import: upload the file or a part again. */
import type { Import } from '@inlet/contract/workspace'
import { useSession } from '../../api/session.ts'
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
      Upload new version
    </FilePicker>
  )
}
