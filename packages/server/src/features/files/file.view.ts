import type * as contract from '@inlet/contract'
import type { getFile, listFiles, RouteResponse } from '@inlet/contract'
import type { ImportState } from '../changes/changes.public.ts'
import type { FileItem, FileRecord, FileState } from './files.repo.ts'
import type { ManagedFileRow } from './managed-files.repo.ts'
import { explainNotice } from './notices.ts'

/** In the contract, times of files have an offset, unlike those of insights, which end with Z. */
const withOffset = (date: Date) => date.toISOString().replace('Z', '+00:00')

type FileStatusBody = RouteResponse<typeof getFile, 200>

export function viewFile(
  file: FileRecord,
  fileUrl: string | null,
  { hasDetails = false }: { hasDetails?: boolean } = {},
): FileStatusBody {
  const progress = viewProgress(file)
  const notices = file.status === 'completed' ? file.notices.map(explainNotice) : []
  const isRecording = file.kind === 'audio' || file.kind === 'video'
  return {
    wav_key: file.key,
    name: file.name,
    status: file.status,
    file_url: fileUrl,
    created_at: withOffset(file.created_at),
    ...(file.failure_message !== null && { error_reason: file.failure_message }),
    ...(progress && isRecording && { progress }),
    ...(notices.length > 0 && { notices }),
    ...(hasDetails && { ...viewDetails(file), progress, notices }),
  }
}

const viewProgress = ({
  stage,
  percent,
  seconds_left,
}: Pick<FileRecord, 'stage' | 'percent' | 'seconds_left'>) =>
  stage === null ? null : { stage, percent: percent ?? 0, seconds_left }

function viewDetails(file: FileRecord): Partial<FileStatusBody> {
  const isCompleted = file.status === 'completed'
  return {
    kind: file.kind,
    external_id: file.external_id,
    metadata: file.metadata,
    error_code: file.failure_code,
    size_bytes: file.object_bytes,
    sha256: file.sha256,
    updated_at: file.updated_at.toISOString(),
    completed_at: isCompleted ? (file.completed_at?.toISOString() ?? null) : null,
  }
}

export function viewFileItem(
  item: FileItem,
  { hasDetails = false }: { hasDetails?: boolean } = {},
): RouteResponse<typeof listFiles, 200>['files'][number] {
  return {
    wav_key: item.key,
    name: item.name,
    project_id: item.project_id,
    status: item.status,
    created_at: withOffset(new Date(item.created_at)),
    ...(hasDetails && {
      external_id: item.external_id,
      error_code: item.failure_code,
      updated_at: new Date(item.updated_at).toISOString(),
    }),
  }
}

export function viewFileState(file: FileState): ImportState {
  const { key, status, external_id, failure_message, failure_code } = file
  return {
    key,
    status,
    is_final: status === 'completed' || status === 'error',
    isProcessing: status === 'processing',
    error_reason: failure_message,
    error_code: failure_code,
    progress: viewProgress(file),
    external_id,
  }
}

type ShownFile = Omit<ManagedFileRow, 'extension' | 'extraction_id' | 'recording_id'>

export const viewFileRecord = (file: ShownFile): contract.ManagedFile => ({
  wav_key: file.key,
  name: file.name,
  project_id: file.project_id,
  external_id: file.external_id,
  metadata: file.metadata,
  created_at: file.created_at.toISOString(),
  updated_at: file.updated_at.toISOString(),
  kind: file.kind,
  status: file.status,
})
