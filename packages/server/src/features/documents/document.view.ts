import { contentPath, type WorkspaceDocument, type WorkspaceImage } from '@inlet/contract/workspace'
import { imageTypeOf } from '../content/content.public.ts'
import { explainNotice } from '../files/files.public.ts'
import type { DocumentRow } from './documents.repo.ts'

/** Fields shared by documents and images. */
function viewFile(row: DocumentRow, originalUrl: string | null) {
  return {
    owner: row.owner,
    key: row.key,
    name: row.name,
    extension: row.extension,
    project: { id: row.project_id, name: row.project_name },
    status: row.status,
    failure:
      row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
    notices: (row.notices ?? []).map((code) => ({ code, message: explainNotice(code) })),
    created_at: row.created_at.toISOString(),
    bytes: row.bytes,
    thumbnail_path: row.has_thumbnail ? contentPath(row.owner, row.key, 'thumbnail') : null,
    original_url: originalUrl,
  }
}

export function viewDocument(
  row: DocumentRow,
  without: { count: number; numbers: number[] },
  originalUrl: string | null,
): WorkspaceDocument {
  return {
    ...viewFile(row, originalUrl),
    is_draft: row.is_draft,
    page_count: row.page_count,
    pages_without_text: without.numbers,
    pages_without_text_count: without.count,
    viewer_path: row.has_viewer ? contentPath(row.owner, row.key, 'viewer') : null,
  }
}

export function viewImage(row: DocumentRow, text: string, originalUrl: string | null): WorkspaceImage {
  const isShown = row.original_key !== null && imageTypeOf(row.extension) !== undefined
  return {
    ...viewFile(row, originalUrl),
    width: row.width,
    height: row.height,
    text,
    content_path: isShown ? contentPath(row.owner, row.key, 'image') : null,
  }
}
