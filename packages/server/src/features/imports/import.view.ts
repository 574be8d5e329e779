import type { Import } from '@inlet/contract/workspace'
import { explainNotice } from '../files/files.public.ts'
import type { ImportRow } from './imports.repo.ts'

const time = (date: Date | null) => date?.toISOString() ?? null

export function viewImport(row: ImportRow): Import {
  return {
    kind: row.kind,
    key: row.key,
    name: row.name,
    media: row.media,
    project: { id: row.project_id, name: row.project_name },
    status: row.status,
    is_draft: row.is_draft,
    progress: row.stage && {
      stage: row.stage,
      percent: row.percent ?? 0,
      seconds_left: row.seconds_left,
    },
    parts: row.parts_total === null ? null : { done: row.parts_done ?? 0, total: row.parts_total },
    failure: viewFailure(row),
    notices:
      row.status === 'ready' ? row.notices.map((code) => ({ code, message: explainNotice(code) })) : [],
    imported_by: { user_id: row.by_id, name: row.by_name, key_name: row.key_name },
    created_at: row.created_at.toISOString(),
    started_at: time(row.started_at),
    completed_at: time(row.completed_at),
  }
}

function viewFailure({ status, failure_code: code, failure_message: message }: ImportRow): Import['failure'] {
  if (status !== 'failed') return null
  return {
    code: code ?? 'unknown',
    message: message ?? 'The import failed without a recorded reason. Upload the file again.',
  }
}
