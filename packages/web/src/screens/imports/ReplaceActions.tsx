/** Actions for a failed or incomplete import: upload the file or a part again. */
import type { Import } from '@inlet/contract/workspace'
import { useSession } from '../../api/session.ts'
import { acceptFiles } from '../../uploads/accept-files.ts'
import { FilePicker } from '../../uploads/FilePicker.tsx'
import { acceptedFiles, acceptedInsights } from '../../uploads/file-kinds.ts'
import { SurveyParts } from './SurveyParts.tsx'

export function ReplaceActions({ item, onReplaced }: { item: Import; onReplaced: () => void }) {
  const { can_write: canWrite } = useSession()
  if (!canWrite || (item.status !== 'failed' && item.status !== 'waiting')) return null
  if (item.kind === 'survey') return <SurveyParts item={item} />
  const { kind, key, status, project } = item
  const replace = (files: File[]) => {
    // A waiting import can still be uploaded, for example by another tab, so it stays.
    const replaces = status === 'failed' ? { replaces: { kind, key } } : {}
    void acceptFiles({ files, kind, projectId: project.id, ...replaces })
    if (files.length > 0) onReplaced()
  }
  return (
    <FilePicker accept={kind === 'insight' ? acceptedInsights : acceptedFiles} onPick={replace}>
      Upload new version
    </FilePicker>
  )
}
