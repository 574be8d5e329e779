import { type ExportFormat, type ListedExport, resultsPrefix } from '@inlet/contract'
import type { ExportRow } from './exports.repo.ts'

export function viewExport(row: ExportRow): ListedExport {
  return {
    export_key: row.key,
    project_id: row.project_id,
    format: row.format,
    contents: row.contents,
    status: row.status,
    progress: row.progress,
    as_of: row.as_of?.toISOString() ?? null,
    size_bytes: row.size_bytes,
    error_code: row.failure_code,
    error_reason: row.failure_message,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    links: linksOf(row),
  }
}

export const linksOf = ({ key }: Pick<ExportRow, 'key'>) => ({ self: `${resultsPrefix}/exports/${key}` })

/** The file name of a volume, also in the manifest. */
export function volumeName(exportKey: string, number: number, format: ExportFormat = 'bundle'): string {
  // Programs for analysis open one archive, by its extension.
  if (format === 'qdpx' && number === 1) return `inlet-export-${exportKey}.qdpx`
  return `inlet-export-${exportKey}-${String(number).padStart(3, '0')}.zip`
}
