import type { getFile, listFiles, RouteResponse } from '@inlet/contract'
import type { FileItem, FileRecord } from './files.repo.ts'
import { explainNotice } from './notices.ts'

/** The contract writes file times with an offset where insights carry a Z. */
const withOffset = (date: Date) => date.toISOString().replace('Z', '+00:00')

export function viewFile(file: FileRecord, fileUrl: string | null): RouteResponse<typeof getFile, 200> {
  return {
    wav_key: file.key,
    name: file.name,
    status: file.status,
    file_url: fileUrl,
    created_at: withOffset(file.created_at),
    ...(file.failure_message !== null && { error_reason: file.failure_message }),
    ...(file.stage !== null && {
      progress: { stage: file.stage, percent: file.percent ?? 0, seconds_left: file.seconds_left },
    }),
    ...(file.status === 'completed' &&
      file.notices.length > 0 && { notices: file.notices.map(explainNotice) }),
  }
}

export function viewFileItem(item: FileItem): RouteResponse<typeof listFiles, 200>['files'][number] {
  return {
    wav_key: item.key,
    name: item.name,
    project_id: item.project_id,
    status: item.status,
    created_at: withOffset(new Date(item.created_at)),
  }
}
